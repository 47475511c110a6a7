/** Stretches that what is around a chart lays over it, beside those of its own option. */
import { createContext, use, useMemo } from 'react'
import type { CartesianOption, ChartBand } from './types.ts'

export interface BandsAround {
  /** Categories of the axis that they were counted on; a chart with another axis does without. */
  readonly count: number
  readonly bands: readonly ChartBand[]
}

const NONE: BandsAround = { count: 0, bands: [] }
export const ChartBandsAround = createContext<BandsAround>(NONE)

/** The option with the stretches from around it. */
export function useBandsAround(option: CartesianOption): CartesianOption {
  const { count, bands } = use(ChartBandsAround)
  return useMemo(
    () =>
      bands.length === 0 || option.xAxis.data.length !== count
        ? option
        : { ...option, markArea: { data: [...(option.markArea?.data ?? []), ...bands] } },
    [option, count, bands],
  )
}
