import type { Brand } from '#schemas/generated/entities/brand.ts'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'

const toBrand = ({ id, label, branding }: Row<'brands'>): Brand => ({
  id,
  label,
  ...(JSON.parse(branding) as Omit<Branding, 'label'>),
})
const taken = ({ label }: Branding) => `There is already a brand for ${label}; change that one or choose another label.`

const toRow = ({ label, ...branding }: Branding) => ({ label, branding: JSON.stringify(branding) })

/** Anyone may read a brand by its label, for the login page wears it; administrators see and write all of them. */
export function brandRepo(db: Db) {
  const requireAdmin = ({ role }: Scope) => {
    if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may see and change brands.')
  }

  return {
    async byLabel(label: string): Promise<Brand | undefined> {
      const row = await db.selectFrom('brands').selectAll().where('label', '=', label).executeTakeFirst()
      return row && toBrand(row)
    },

    /** By label. */
    async list(scope: Scope): Promise<Brand[]> {
      requireAdmin(scope)
      return (await db.selectFrom('brands').selectAll().orderBy('label').execute()).map(toBrand)
    },

    async find(scope: Scope, id: number): Promise<Brand | undefined> {
      requireAdmin(scope)
      const row = await db.selectFrom('brands').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toBrand(row)
    },

    /** Throws NAME_TAKEN. */
    async insert(scope: Scope, branding: Branding): Promise<Brand> {
      requireAdmin(scope)
      return toBrand(
        await unlessTaken(
          db.insertInto('brands').values(toRow(branding)).returningAll().executeTakeFirstOrThrow(),
          taken(branding),
        ),
      )
    },

    /** Throws NAME_TAKEN. Undefined when there is no such brand. */
    async replace(scope: Scope, id: number, branding: Branding): Promise<Brand | undefined> {
      requireAdmin(scope)
      const row = await unlessTaken(
        db.updateTable('brands').set(toRow(branding)).where('id', '=', id).returningAll().executeTakeFirst(),
        taken(branding),
      )
      return row && toBrand(row)
    },

    async remove(scope: Scope, id: number): Promise<void> {
      requireAdmin(scope)
      await db.deleteFrom('brands').where('id', '=', id).execute()
    },
  }
}
