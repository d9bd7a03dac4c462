-- Makes wrk request the target in the environment variable TARGET with a number behind it, another one each time.

local number = 0

request = function()
  number = number + 1
  return wrk.format("GET", os.getenv("TARGET") .. number)
end
