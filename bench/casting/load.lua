-- Votes of signed-in users: each request is one that succeeds.
-- Arguments: `spread` or `hot`, files with the document as a JSON string, the sessions, the bots of `spread` and the
-- bots of `hot` (a line each), and the number of the run. No two runs have a pair of user and bot in common.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "../compare/wrk-result.lua")

local sessions, bots = {}, {}
local before, middle, botOf
local user = 0
wrong = 0

function init(args)
  local load, run = args[1], tonumber(args[6])
  for line in io.lines(args[3]) do table.insert(sessions, line) end
  for line in io.lines(load == "hot" and args[5] or args[4]) do table.insert(bots, line) end
  -- In `hot`, all users of a run vote for the same bot.
  local step = load == "hot" and 0 or 1
  botOf = function(place) return bots[(place * step + run) % #bots + 1] end
  before = '{"query":' .. io.open(args[2]):read("*a") .. ',"variables":{"botId":"'
  middle = "POST /graphql HTTP/1.1\r\nHost: " .. wrk.headers["Host"]
    .. "\r\nContent-Type: application/json\r\nAccept: application/json\r\nSec-Fetch-Site: same-origin\r\n"
end

-- After the last user the first one votes again: in `hot`, for the same bot, which is refused and counts as wrong.
function request()
  user = user % #sessions + 1
  local body = before .. botOf(user) .. '"}}'
  return middle .. "Cookie: session=" .. sessions[user] .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

-- Refusals and errors come with status 200.
function response(status, headers, body)
  if status ~= 200 or not body:find('"CastVotePayload"', 1, true) then wrong = wrong + 1 end
end
