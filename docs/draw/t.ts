import { readCharts } from './charts.ts'
import { layoutOf } from './layout.ts'
for (const c of readCharts()) { const t = performance.now(); const l = await layoutOf(c); console.log('==', c.id, Math.round(l.width), Math.round(l.height), Math.round(performance.now() - t), 'ms') }
