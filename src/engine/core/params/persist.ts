/**
 * Filters remembered on this device, per user and layout. Storage may be full, closed or edited by hand: it is never
 * trusted.
 */
import type { StoragePort } from './ports.ts'

export interface Memory {
  /** Undefined when there is nothing; null when it cannot be read. */
  read(param: string): unknown
  write(param: string, value: unknown): void
  forget(param: string): void
}

const PREFIX = 'aforo.filter'

export function createMemory(storage: StoragePort | undefined, user: string, layout: string): Memory {
  const key = (param: string) => [PREFIX, user, layout, param].map(encodeURIComponent).join('/')
  return {
    read(param) {
      try {
        const text = storage?.getItem(key(param)) ?? undefined
        return text === undefined ? undefined : ((JSON.parse(text) as unknown) ?? null)
      } catch {
        return null
      }
    },
    write(param, value) {
      try {
        storage?.setItem(key(param), JSON.stringify(value))
      } catch {
        // A full storage costs the memory, not the page.
      }
    },
    forget(param) {
      try {
        storage?.removeItem(key(param))
      } catch {
        // As above.
      }
    },
  }
}
