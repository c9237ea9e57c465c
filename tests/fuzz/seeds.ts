/** Visits that have found something: the seed of their world, their steps, and what was wrong. They stay right. */
export const seeds: readonly { seed: number; steps: string; found: string }[] = [
  {
    seed: 56,
    steps: 'time:460699164 writes:1845861555 person:3953154357 answers:922641906 crashes:2644912518 person:2960378988',
    found: 'After a crash the key of an addition was used for another product, which the gateway refused.',
  },
  {
    seed: 39,
    steps:
      'time:3045007768 answers:2880573034 writes:3171797533 crashes:3123019721 person:2012109120 answers:3160000139 answers:1701370345',
    found: 'A cart that was asked for before a product was added, and answered after it, emptied the cart.',
  },
  {
    seed: 7,
    steps:
      'shopkeeper:3334017871 answers:3429447509 errand:1419411604 answers:2306602397 errand:1338371261 answers:3939294917 errand:274593608 errand:2187731683 errand:1021121032 answers:1505172294 answers:1522017170 goes:1160541898 errand:3764831867 errand:4185159870 answers:3952755157 clock:954268618 answers:2713312223 person:1787119879 answers:3473996935 answers:2424844575 errand:557066071 answers:3945372435 answers:3639111017 answers:1501939174 errand:1108362418 errand:3508291299 answers:3712997644 errand:646968720',
    found: 'Whoever ordered after somebody had left used the key of their order, which the gateway refused.',
  },
]
