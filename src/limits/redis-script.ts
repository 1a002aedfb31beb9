/**
 * `take` in Lua. KEYS[1] is a list of the times of the admitted requests in milliseconds, oldest first. ARGV holds the
 * window in milliseconds and the maximum. It returns the four numbers of a {@link RedisReply}.
 *
 * It uses the server's time, because the clocks of processes may differ. If the server's clock steps back, the times in
 * the list move back too. Otherwise clients would be locked out for the length of the step.
 */
export const TAKE_SCRIPT = `
local key = KEYS[1]
local window = tonumber(ARGV[1])
local max = tonumber(ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local ahead = tonumber(redis.call('LINDEX', key, -1) or now) - now
if ahead > 0 then
  local times = redis.call('LRANGE', key, 0, -1)
  redis.call('DEL', key)
  for _, t in ipairs(times) do redis.call('RPUSH', key, tonumber(t) - ahead) end
  redis.call('PEXPIRE', key, window)
end

local oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
end

local count = redis.call('LLEN', key)
if count >= max then
  local blocking = tonumber(redis.call('LINDEX', key, count - max))
  return {0, 0, oldest + window - now, blocking + window - now}
end
redis.call('RPUSH', key, now)
redis.call('PEXPIRE', key, window)
return {1, max - count - 1, (oldest or now) + window - now, 0}
`;

/**
 * Admitted (1 or 0), remaining requests, ms until the oldest leaves the window, ms until a request is admitted again.
 */
export type RedisReply = readonly [admitted: number, remaining: number, oldestLeavesIn: number, free: number];
