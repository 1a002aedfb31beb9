/*
 * Loaded before a process with `--import`. At SIGUSR2 the machine's clock of this process jumps by CLOCK_JUMP_MS, as
 * when an operator or NTP sets it. Clocks that never jump (`performance.now()`, timers) go on, as they would.
 */
const MachineDate = globalThis.Date;
let offMs = 0;
const now = () => MachineDate.now() + offMs;

globalThis.Date = new Proxy(MachineDate, {
  apply: () => new MachineDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  offMs += Number(process.env.CLOCK_JUMP_MS);
  process.stdout.write(`The clock jumped to ${new Date().toISOString()}.\n`);
});
