/** Described nouns of the administration. A new one is one line here, and a folder. */
import { bulkMails } from './bulk-mails/index.ts'
import { clients } from './clients/index.ts'
import { dealerships } from './dealerships/index.ts'
import { discharges } from './discharges/index.ts'
import { folders } from './folders/index.ts'
import { installationDischarges } from './installation-discharges/index.ts'
import { installations } from './installations/index.ts'
import { interventions } from './interventions/index.ts'
import { localGroups } from './local-groups/index.ts'
import { locals } from './locals/index.ts'
import { orderDischarges } from './order-discharges/index.ts'
import { orders } from './orders/index.ts'
import { preseals } from './preseals/index.ts'
import { presetups } from './presetups/index.ts'
import { seals } from './seals/index.ts'
import type { Noun } from './noun.ts'

/** Where its texts are found. */
export const areaOf = ({ name }: Pick<Noun, 'name'>) => `noun-${name}` as const

export const NOUNS: readonly Noun[] = [
  clients,
  locals,
  dealerships,
  orders,
  presetups,
  installations,
  preseals,
  seals,
  interventions,
  bulkMails,
  discharges,
  orderDischarges,
  installationDischarges,
  localGroups,
  folders,
]
