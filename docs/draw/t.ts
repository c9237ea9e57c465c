import { writeFileSync, mkdirSync } from 'node:fs'
import { readCharts } from './charts.ts'
import { layoutOf } from './layout.ts'
import { drawingOf } from './svg.ts'
mkdirSync('/tmp/flows', { recursive: true })
for (const c of readCharts()) { if (process.argv[2] && !process.argv.slice(2).includes(c.id)) continue; const t = performance.now(); const l = await layoutOf(c); console.log('==', c.id, Math.round(l.width), Math.round(l.height), Math.round(performance.now() - t), 'ms'); writeFileSync(`/tmp/flows/${c.id}.svg`, drawingOf(c, l)) }
