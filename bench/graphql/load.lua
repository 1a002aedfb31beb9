-- Requests of signed-in owners for the dashboard's document.
-- Arguments: a file with the document as a JSON string, a file of owners (a line each: session, bot), and a seed.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "../compare/wrk-result.lua")

local requests = {}
local place
wrong = 0

function init(args)
  local document = io.open(args[1]):read("*a")
  for line in io.lines(args[2]) do
    local session, bot = line:match("(%S+) (%S+)")
    local body = '{"query":' .. document .. ',"variables":{"botId":"' .. bot .. '"}}'
    table.insert(requests, wrk.format("POST", "/graphql", {
      ["Host"] = wrk.headers["Host"],
      ["Content-Type"] = "application/json",
      ["Accept"] = "application/json",
      ["Sec-Fetch-Site"] = "same-origin",
      ["Cookie"] = "session=" .. session
    }, body))
  end
  math.randomseed(tonumber(args[3]))
  place = math.random(#requests)
end

function request()
  place = place % #requests + 1
  return requests[place]
end

-- A GraphQL error comes with status 200.
function response(status, headers, body)
  if status ~= 200 or body:find('"errors":', 1, true) then wrong = wrong + 1 end
end
