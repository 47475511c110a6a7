/**
 * The land under a map, fetched from our own origin when a map is drawn and kept: coarse for the world, finer from a
 * country on.
 */
import { useEffect, useState } from 'react'
import { landOf, type Land } from './topology.ts'

export type Detail = 'coarse' | 'fine'

const LOADERS: Readonly<Record<Detail, () => Promise<Land>>> = {
  coarse: async () => landOf((await import('world-atlas/countries-110m.json')).default),
  fine: async () => landOf((await import('world-atlas/countries-50m.json')).default),
}
const kept = new Map<Detail, Land>()
const underway = new Map<Detail, Promise<Land>>()

function load(detail: Detail): Promise<Land> {
  const found = underway.get(detail)
  if (found !== undefined) return found
  const loading = LOADERS[detail]()
  underway.set(detail, loading)
  loading.then(
    (land) => kept.set(detail, land),
    () => underway.delete(detail),
  )
  return loading
}

/**
 * The land of a detail, or of the other one until it has loaded; null at first, and when neither can be loaded. `null`
 * asks for none.
 */
export function useLand(detail: Detail | null): { readonly land: Land | null; readonly failed: boolean } {
  const [came, setCame] = useState<{ detail: Detail; failed: boolean } | null>(null)
  const isHere = detail !== null && kept.has(detail)
  useEffect(() => {
    // Changes between the drawing and here are reported too.
    if (detail === null || isHere) return undefined
    let isLeft = false
    const tell = (failed: boolean) => {
      if (!isLeft) setCame({ detail, failed })
    }
    load(detail).then(
      () => tell(false),
      () => tell(true),
    )
    return () => {
      isLeft = true
    }
  }, [detail, isHere])
  const land = detail === null ? null : (kept.get(detail) ?? kept.get(detail === 'fine' ? 'coarse' : 'fine') ?? null)
  return { land, failed: land === null && came?.failed === true }
}
