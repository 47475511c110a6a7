export const csvOf = (h: readonly string[], rows: readonly (readonly unknown[])[]) => JSON.stringify([h, ...rows.map((r) => r.map((c) => c === null ? '' : String(c)))])
export const readCsv = (t: string) => JSON.parse(t) as string[][]
