const N = Number(process.env.SEEDS ?? 6)
;(globalThis as any).WAYS = (count: number, common: any) => {
  const W: any[] = []
  for (const d of ['RIGHT', 'DOWN']) for (const flex of ['NODE_SIZE', '']) for (const cyc of ['order', 'DEPTH_FIRST', 'GREEDY']) for (const lay of ['NETWORK_SIMPLEX', 'LONGEST_PATH', 'COFFMAN_GRAHAM'])
    for (const label of d === 'DOWN' ? [115, 150] : [130, 200]) for (const seed of count > 8 ? Array.from({ length: N }, (_, i) => i + 1) : [1]) W.push({ direction: d, label, isInOrder: cyc === 'order', name: [d, flex || '-', cyc, lay, label, seed].join(' '),
      options: { ...common, 'elk.direction': d, ...(flex ? { 'elk.layered.nodePlacement.networkSimplex.nodeFlexibility.default': flex } : {}), ...(cyc === 'order' ? {} : { 'elk.layered.cycleBreaking.strategy': cyc }), 'elk.layered.layering.strategy': lay, 'elk.layered.layering.coffmanGraham.layerBound': '4', 'elk.randomSeed': String(seed) } })
  return W
}
const seen: Record<string, any[]> = {}
;(globalThis as any).SEEN = (id: string, way: any, l: any, cost: number) => (seen[id] ??= []).push([Math.round(cost / 1000), way.name, Math.round(l.width), Math.round(l.height)])
const { readCharts } = await import('./charts.ts')
const { layoutOf } = await import('./layout.ts')
const { drawingOf } = await import('./svg.ts')
const fs = await import('node:fs')
const ids = (process.env.IDS ?? 'cart,checkout,shop').split(',')
for (const c of readCharts()) if (ids.includes(c.id)) { const l = await layoutOf(c); fs.writeFileSync(`/tmp/flows/${c.id}.svg`, drawingOf(c, l as any)) }
for (const [id, list] of Object.entries(seen)) console.log(id, list.length, list.toSorted((a, b) => a[0] - b[0]).slice(0, 12).map(x => '\n  ' + x.join(' ')).join(''))
export {}
