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
    seed: 9,
    steps:
      'errand:788896825 answers:1383749497 goes:3419970104 answers:3208277908 answers:3304845402 errand:467950254 answers:2035487754 errand:2818092539 answers:1300770488 answers:2944064784',
    found: 'Whoever registered while somebody was logged in was shown the orders of who was.',
  },
]
