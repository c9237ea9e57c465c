/** A `Storage`, whose keys are its own properties, as in a browser. */
export const fakeStorage = (
  methods: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  keys: () => string[],
): Storage =>
  new Proxy(methods as Storage, {
    ownKeys: keys,
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: '' }),
  })
