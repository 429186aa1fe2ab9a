// Lua scripts, which Redis runs atomically: the lease is checked where it is stored, by the clock
// of Redis, so that two nodes never both act as leader. Every key expires by itself.

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * KEYS lease, intervals, seen, version, log, snapshot, pause. ARGV node, interval, lease in
 * ms, lifetime in ms, whether to send it, channel, `arrived` message, age of log entries in
 * ms, lifetime of the log in ms. An expired log takes the snapshot with it, which no longer
 * leads to the newest version.
 */
export const HEARTBEAT = `${NOW}
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[3], now, ARGV[1])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now - ARGV[3])) do
  redis.call('ZREM', KEYS[3], gone)
  redis.call('HDEL', KEYS[2], gone)
end
local holder = redis.call('GET', KEYS[1]) or ARGV[1]
if holder == ARGV[1] then redis.call('SET', KEYS[1], holder, 'PX', ARGV[3]) end
for index = 2, 4 do redis.call('PEXPIRE', KEYS[index], ARGV[4]) end
if redis.call('EXISTS', KEYS[5]) == 0 then redis.call('DEL', KEYS[6]) end
redis.call('XTRIM', KEYS[5], 'MINID', now - ARGV[8])
redis.call('PEXPIRE', KEYS[5], ARGV[9])
local intervals = redis.call('HVALS', KEYS[2])
local shortest = tonumber(ARGV[2])
for _, interval in ipairs(intervals) do shortest = math.min(shortest, tonumber(interval)) end
if holder ~= ARGV[1] and ARGV[5] == '1' then redis.call('PUBLISH', ARGV[6], ARGV[7]) end
return {
  holder == ARGV[1] and 1 or 0, redis.call('PTTL', KEYS[1]), shortest, #intervals - 1,
  redis.call('GET', KEYS[4]) or '', math.max(0, redis.call('PTTL', KEYS[6])),
  math.max(0, redis.call('PTTL', KEYS[7]))
}`

/** KEYS lease, intervals, seen. ARGV node, channel, `vacant` message. */
export const LEAVE = `
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[2], ARGV[3])
end`

/**
 * KEYS lease, version, log, snapshot. ARGV node, from ('' for any), version, body ('' for
 * none), entries held, lifetime in ms, channel, `changed` message, age of log entries in ms,
 * lifetime of the log in ms.
 * @returns 1 when done
 */
export const APPEND = `${NOW}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' and redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[6])
if ARGV[4] == '' or redis.call('EXISTS', KEYS[3]) == 0 then redis.call('DEL', KEYS[4]) end
redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[5], '*', 'from', ARGV[2], 'version', ARGV[3], 'body', ARGV[4])
redis.call('XTRIM', KEYS[3], 'MINID', now - ARGV[9])
redis.call('PEXPIRE', KEYS[3], ARGV[10])
redis.call('PUBLISH', ARGV[7], ARGV[8])
return 1`

/**
 * KEYS version, log. ARGV version after which to read. Sequence numbers say which bodies can be
 * used; no others are read.
 * @returns now and the entries, newest first, each with its time as id; nil when the
 * log does not hold them all
 */
export const READ = `${NOW}
local newest = redis.call('GET', KEYS[1])
if newest == ARGV[1] then return {now, {}} end
local epoch, sequence = string.match(newest or '', '^(.*)%.(%d+)$')
local afterEpoch, afterSequence = string.match(ARGV[1], '^(.*)%.(%d+)$')
if not epoch or epoch ~= afterEpoch then return false end
local count = sequence - afterSequence
if count < 1 or count > redis.call('XLEN', KEYS[2]) then return false end
local entries = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', count)
for _, entry in ipairs(entries) do if entry[2][6] == '' then return false end end
if entries[count][2][2] ~= ARGV[1] then return false end
return {now, entries}`

/**
 * KEYS lease, version, snapshot, log. ARGV node, version, list, lifetime in ms,
 * channel, `changed`, entries held.
 */
export const PUT_SNAPSHOT = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('GET', KEYS[2]) ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[3], ARGV[3], 'PX', ARGV[4])
redis.call('XTRIM', KEYS[4], 'MAXLEN', ARGV[7])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1`

/** KEYS snapshot. @returns its lifetime left in ms and the list; nil without one */
export const READ_SNAPSHOT = `
local list = redis.call('GET', KEYS[1])
return list and {redis.call('PTTL', KEYS[1]), list}`

/** KEYS pause. ARGV ms. The longer pause wins. */
export const PAUSE = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end`
