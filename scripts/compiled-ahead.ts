/** Groups of `vite.config.ts` of which nearly every function runs before a dashboard stands (decision 133). */
export const COMPILED_AHEAD: readonly string[] = ['react', 'base', 'signed-in', 'dashboard', 'echarts', 'charts']

/** The first line of a file: that its functions are compiled while it comes, beside the main thread. */
export const compiledAhead = ({ name }: { readonly name: string }): string =>
  COMPILED_AHEAD.includes(name) ? '//# allFunctionsCalledOnLoad' : ''
