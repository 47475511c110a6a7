/** The door of the engine. The core needs no React; what draws it comes from `./react`. */
export * from './types.ts'
export * from './react/index.ts'
