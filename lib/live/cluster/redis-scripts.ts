// Lua scripts, which Redis runs atomically: the lease is checked where it is stored, by the clock
// of Redis, so that two nodes never both act as leader. Every key expires by itself.

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * Takes or renews the lease of an area, and counts the node among those that watch it. An expired
 * log takes the snapshot with it, which no longer leads to the newest version.
 */
export const HEARTBEAT = `${NOW}
local lease = KEYS[1]
local intervals = KEYS[2]
local seen = KEYS[3]
local version = KEYS[4]
local log = KEYS[5]
local snapshot = KEYS[6]
local pause = KEYS[7]
local node = ARGV[1]
local interval = ARGV[2]
local leaseMs = ARGV[3]
local lifetimeMs = ARGV[4]
local sends = ARGV[5] == '1'
local channel = ARGV[6]
local arrived = ARGV[7]
local entryAgeMs = ARGV[8]
local logLifetimeMs = ARGV[9]

redis.call('HSET', intervals, node, interval)
redis.call('ZADD', seen, now, node)
local late = redis.call('ZRANGEBYSCORE', seen, '-inf', now - leaseMs)
for _, gone in ipairs(late) do
  redis.call('ZREM', seen, gone)
  redis.call('HDEL', intervals, gone)
end

local holder = redis.call('GET', lease) or node
local isLeader = holder == node
if isLeader then
  redis.call('SET', lease, holder, 'PX', leaseMs)
end
redis.call('PEXPIRE', intervals, lifetimeMs)
redis.call('PEXPIRE', seen, lifetimeMs)
redis.call('PEXPIRE', version, lifetimeMs)

if redis.call('EXISTS', log) == 0 then
  redis.call('DEL', snapshot)
end
redis.call('XTRIM', log, 'MINID', now - entryAgeMs)
redis.call('PEXPIRE', log, logLifetimeMs)

local known = redis.call('HVALS', intervals)
local shortest = tonumber(interval)
for _, other in ipairs(known) do
  shortest = math.min(shortest, tonumber(other))
end
if sends and not isLeader then
  redis.call('PUBLISH', channel, arrived)
end
return {
  isLeader and 1 or 0,
  redis.call('PTTL', lease),
  shortest,
  #known - 1,
  redis.call('GET', version) or '',
  math.max(0, redis.call('PTTL', snapshot)),
  math.max(0, redis.call('PTTL', pause))
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
 * Stores an entry of the leader. `from` is '' for any version, `body` '' for none; `held` is the
 * number of entries that are kept.
 * @returns 1 when done
 */
export const APPEND = `${NOW}
local lease = KEYS[1]
local newest = KEYS[2]
local log = KEYS[3]
local snapshot = KEYS[4]
local node = ARGV[1]
local from = ARGV[2]
local version = ARGV[3]
local body = ARGV[4]
local held = ARGV[5]
local lifetimeMs = ARGV[6]
local channel = ARGV[7]
local changed = ARGV[8]
local entryAgeMs = ARGV[9]
local logLifetimeMs = ARGV[10]

if redis.call('GET', lease) ~= node then
  return 0
end
if from ~= '' and redis.call('GET', newest) ~= from then
  return 0
end
redis.call('SET', newest, version, 'PX', lifetimeMs)
if body == '' or redis.call('EXISTS', log) == 0 then
  redis.call('DEL', snapshot)
end
redis.call('XADD', log, 'MAXLEN', held, '*', 'from', from, 'version', version, 'body', body)
redis.call('XTRIM', log, 'MINID', now - entryAgeMs)
redis.call('PEXPIRE', log, logLifetimeMs)
redis.call('PUBLISH', channel, changed)
return 1`

/**
 * KEYS version, log. ARGV version after which to read. Sequence numbers say which bodies can be
 * used; no others are read.
 * @returns now and the entries, newest first, each with its time as id; nil when the
 * log does not hold them all
 */
export const READ = `${NOW}
local log = KEYS[2]
local after = ARGV[1]
local newest = redis.call('GET', KEYS[1])
if newest == after then
  return {now, {}}
end

local epoch, sequence = string.match(newest or '', '^(.*)%.(%d+)$')
local afterEpoch, afterSequence = string.match(after, '^(.*)%.(%d+)$')
if not epoch or epoch ~= afterEpoch then
  return false
end
local count = sequence - afterSequence
if count < 1 or count > redis.call('XLEN', log) then
  return false
end

local entries = redis.call('XREVRANGE', log, '+', '-', 'COUNT', count)
for _, entry in ipairs(entries) do
  local body = entry[2][6]
  if body == '' then
    return false
  end
end
local from = entries[count][2][2]
if from ~= after then
  return false
end
return {now, entries}`

/**
 * KEYS lease, version, snapshot, log. ARGV node, version, list, lifetime in ms,
 * channel, `changed`, entries held.
 */
export const PUT_SNAPSHOT = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
if redis.call('GET', KEYS[2]) ~= ARGV[2] then
  return 0
end
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
local ms = ARGV[1]
if redis.call('PTTL', KEYS[1]) < tonumber(ms) then
  redis.call('SET', KEYS[1], '1', 'PX', ms)
end`
