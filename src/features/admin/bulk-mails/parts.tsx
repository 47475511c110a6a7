/** Below the form: whom it would go to now, how a person gets it, a test; and, once it is sent, what came of each. */
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import { Audience } from './audience.tsx'
import { Preview } from './preview.tsx'
import { Outcomes } from './outcomes.tsx'

export function BulkMailParts({ entity }: { entity: BulkMail }) {
  return entity.status === 'sent' ? (
    <Outcomes mail={entity} />
  ) : (
    <>
      <Audience mail={entity} />
      <Preview mail={entity} />
    </>
  )
}
