-- Requests for one page. Arguments: its path, and the cookie of a member, or `-`.

dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "../compare/wrk-result.lua")

local page

function init(args)
  local headers = { ["Accept-Language"] = "en" }
  if args[2] ~= "-" then headers["Cookie"] = args[2] end
  page = wrk.format("GET", args[1], headers)
end

function request()
  return page
end
