import { readCharts } from './charts.ts'
for (const c of readCharts()) { console.log(c.id, c.promises.length, c.states.length, c.transitions.length, c.states.filter(s=>s.isFailed).map(s=>s.id).join(), JSON.stringify(c.says), JSON.stringify([...c.actors])) }
