declare module 'virtual:widget-contract' {
  import type { FactResult } from '../../tests/widgets/contract/types.ts'

  /** Type -> what its facts found. */
  export const contracts: Readonly<Record<string, (() => Promise<{ default: readonly FactResult[] }>) | undefined>>
}
