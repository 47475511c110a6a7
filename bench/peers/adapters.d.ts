/** One row of a peer's table or result. */
export type PeerRow = Record<string, number>
export interface PeerTable {
  numRows(): number
  groupby(...keys: unknown[]): PeerTable
  rollup(values: Record<string, unknown>): PeerTable
  filter(test: unknown): PeerTable
  derive(values: Record<string, unknown>): PeerTable
  params(values: Record<string, unknown>): PeerTable
  objects(): PeerRow[]
  array(name: string): ArrayLike<number>
}
export const aq: {
  table(columns: Record<string, ArrayLike<number>>): PeerTable
  op: { sum(name: string): unknown }
  escape(test: (row: PeerRow) => unknown): unknown
}
export function unparse(rows: unknown[][]): string
export interface DuckDb {
  load(name: string, ipc: Uint8Array): Promise<void>
  query(
    sql: string,
  ): Promise<{ numRows: number; numCols: number; getChildAt(at: number): Iterable<number | bigint | null> | null }>
  copy(sql: string): Promise<Uint8Array>
  close(): Promise<void>
}
export function openDuckDb(ipc: Uint8Array): Promise<DuckDb>
