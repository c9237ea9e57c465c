import { run, stepsOf } from './run.ts'
import { shrink, asText, stepsIn } from './shrink.ts'
const [cmd, a, b] = process.argv.slice(2)
if (cmd === 'shrink') {
  const seed = Number(a)
  const o = await run(seed, stepsOf(seed, 300))
  console.log(o.broken?.at, o.broken?.what)
  const steps = await shrink(seed, o.steps.slice(0, o.broken!.at + 1), o.broken!.what)
  const again = await run(seed, steps)
  console.log(again.broken?.what)
  console.log(seed, asText(steps))
  process.env.TRACE = '1'
  await run(seed, steps)
} else if (cmd === 'steps') {
  process.env.TRACE = '1'
  console.log((await run(Number(a), stepsIn(b!))).broken)
} else {
  const n = Number(cmd ?? 20),
    from = Number(a ?? 1)
  const t = performance.now()
  let f: Record<string, number> = {}
  for (let seed = from; seed < from + n; seed++) {
    const o = await run(seed, stepsOf(seed, 300))
    for (const [k, v] of Object.entries(o.figures)) f[k] = (f[k] ?? 0) + v
    if (o.broken) console.log(seed, o.broken.at, o.broken.what.slice(0, 600))
  }
  console.log(f, ((performance.now() - t) / 1000).toFixed(1), 's')
}
