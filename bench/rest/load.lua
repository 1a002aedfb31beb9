-- Requests of many bots for `/check` and `/stats`.
-- Arguments: `check` or `stats`, a file of bots (a line each: id, token), a file of user ids, and a seed.
-- Each request is of another bot, so no token gets near its rate limit.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "../compare/wrk-result.lua")

local STEP = 7919 -- a prime that divides no round number: bots come in an order that no index has
local bots, users = {}, {}
local place, make

local function head(method, bot, rest)
  return method .. " /api/v1/bots/" .. bot.id .. rest
end

local function tail(bot)
  return " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\nAuthorization: Bearer " .. bot.token .. "\r\n"
end

local makers = {
  check = function(bot)
    local before, after = head("GET", bot, "/check?userId="), tail(bot) .. "\r\n"
    return function() return before .. users[math.random(#users)] .. after end
  end,
  -- Half of all reports change the number.
  stats = function(bot)
    local before = head("POST", bot, "/stats") .. tail(bot)
      .. "Content-Type: application/json\r\nContent-Length: 21\r\n\r\n"
    return function() return before .. '{"server_count":' .. math.random(1000, 1001) .. "}" end
  end
}

function init(args)
  for line in io.lines(args[2]) do
    local id, token = line:match("(%S+) (%S+)")
    table.insert(bots, { id = id, token = token })
  end
  for line in io.lines(args[3]) do table.insert(users, line) end
  make = {}
  for index, bot in ipairs(bots) do make[index] = makers[args[1]](bot) end
  math.randomseed(tonumber(args[4]))
  place = math.random(#bots)
end

function request()
  place = (place + STEP) % #bots
  return make[place + 1]()
end
