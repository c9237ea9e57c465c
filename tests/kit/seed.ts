/** The seed of random tests: the same in every run, so that a failure is reproducible. `SEED=1 npm run test:watch` makes other random choices. */
export const seed = Number(process.env.SEED ?? 20_261_122)
