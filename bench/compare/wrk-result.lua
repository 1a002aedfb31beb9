-- Prints what wrk measured, for `wrk.ts`. `status` counts responses with a status of 400 or more.
-- A script that looks at responses counts the wrong ones in the global variable `wrong`.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function done(summary, latency)
  local errors, wrong = summary.errors, 0
  for _, thread in ipairs(threads) do wrong = wrong + (thread:get("wrong") or 0) end
  io.write(string.format(
    'RESULT {"requests":%d,"micros":%d,"p99Micros":%d,'
      .. '"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d,"wrong":%d}\n',
    summary.requests, summary.duration, latency:percentile(99),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout, wrong
  ))
end
