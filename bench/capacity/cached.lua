-- The widget of one bot, which is served from the cache. Arguments: a file of bots (a line each: id, token).

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "../compare/wrk-result.lua")

function init(args)
  local id = io.open(args[1]):read("*l"):match("(%S+)")
  wrk.path = "/widget/" .. id
end
