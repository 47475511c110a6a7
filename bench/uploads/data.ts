/** Data of both sides of the bench. */
export const BENCH = { stores: 500, days: 168, user: 'bench@aforo.test', password: 'Bench-2026-aforo!' } as const
/** Opening hours of every store: with 500 stores and 168 days, 1,008,000 hours. */
export const HOURS = Array.from({ length: 12 }, (_, n) => 10 + n)
export const FIRST_DAY = Math.floor(Date.now() / 86_400_000) - BENCH.days
export const codeOf = (store: number) => `S-${String(store).padStart(4, '0')}`
