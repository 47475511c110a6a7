import type { BrandImage } from '#schemas/generated/entities/brand-image.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ImageFacts } from './image-check.ts'

const imageUrl = (id: number) => `/api/brand-images/${id}`

/**
 * Images of brands as bytes: the catalog is what is backed up, and no text of a request ever becomes a path. They are
 * public.
 */
export function brandImageRepo(db: Db) {
  const requireAdmin = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may add images.')
  }

  return {
    async bytes(id: number): Promise<{ type: BrandImage['type']; bytes: Buffer } | undefined> {
      const row = await db.selectFrom('brand_images').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
      return row && { type: row.type as BrandImage['type'], bytes: Buffer.from(row.bytes) }
    },

    /** Those of the addresses that lead to no image. */
    async missing(urls: readonly string[]): Promise<string[]> {
      if (urls.length === 0) return []
      // PostgreSQL fails on a number that no id can be.
      const ids = urls.map((url) => Number(url.split('/').at(-1))).filter((id) => id < 2 ** 31)
      const rows =
        ids.length === 0 ? [] : await db.selectFrom('brand_images').select('id').where('id', 'in', ids).execute()
      const known = new Set(rows.map(({ id }) => imageUrl(id)))
      return urls.filter((url) => !known.has(url))
    },

    /** @param facts what `readImage` found in these bytes */
    async insert(scope: Scope, bytes: Buffer, { type, width, height }: ImageFacts, now: number): Promise<BrandImage> {
      requireAdmin(scope)
      const { id } = await db
        .insertInto('brand_images')
        .values({ type, width, height, bytes, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, url: imageUrl(id), type, bytes: bytes.length, width, height }
    },

    /**
     * Removes what no brand shows, except what was uploaded after this time: its brand is perhaps about to be saved.
     */
    async sweep(scope: Scope, used: ReadonlySet<string>, before: number): Promise<void> {
      requireAdmin(scope)
      const old = await db.selectFrom('brand_images').select('id').where('created_at', '<', before).execute()
      for (const chunk of inChunks(old.map(({ id }) => id).filter((id) => !used.has(imageUrl(id))))) {
        await db.deleteFrom('brand_images').where('id', 'in', chunk).execute()
      }
    },
  }
}
