/*
 * Done by Redis as a whole each, so that two nodes never both believe to lead: the lease is looked at where it is
 * kept, by its clock. Everything expires by itself.
 */

/** KEYS lease, wishes, seen, version, pause. ARGV node, interval, lease in ms, kept in ms, at once, channel, came. */
export const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[3], now, ARGV[1])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now - ARGV[3])) do
  redis.call('ZREM', KEYS[3], gone)
  redis.call('HDEL', KEYS[2], gone)
end
local holder = redis.call('GET', KEYS[1]) or ARGV[1]
if holder == ARGV[1] then redis.call('SET', KEYS[1], holder, 'PX', ARGV[3]) end
for _, key in ipairs({ KEYS[2], KEYS[3], KEYS[4] }) do redis.call('PEXPIRE', key, ARGV[4]) end
local wishes = redis.call('HVALS', KEYS[2])
local shortest = tonumber(ARGV[2])
for _, wish in ipairs(wishes) do shortest = math.min(shortest, tonumber(wish)) end
if holder ~= ARGV[1] and ARGV[5] == '1' then redis.call('PUBLISH', ARGV[6], ARGV[7]) end
return {
  holder == ARGV[1] and 1 or 0, redis.call('PTTL', KEYS[1]), shortest, #wishes - 1,
  redis.call('GET', KEYS[4]) or '', math.max(0, redis.call('PTTL', KEYS[5]))
}`

/** KEYS lease, wishes, seen. ARGV node, channel, vacant. */
export const LEAVE = `
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[2], ARGV[3])
end`

/** KEYS lease, version. ARGV node, from ('' for any), to, kept in ms, channel, message. @returns 1 when done */
export const ADVANCE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' and redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1`

/** KEYS lease, version, list. ARGV node, version, list, kept in ms, channel, message. */
export const OFFER = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('GET', KEYS[2]) ~= ARGV[2] then return end
redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[6])`

/** KEYS pause. ARGV ms. The longer one counts. */
export const PAUSE = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end`
