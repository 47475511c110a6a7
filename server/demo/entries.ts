/** Entries of the provider's staff in the demo: mostly open, some done, some archived. */
import { attempt, positionOf } from '#domain/machine'
import type { Machine } from '#domain/machine'
import { dischargeMachine } from '#domain/machines/discharges'
import { interventionMachine } from '#domain/machines/interventions'
import { DAY_MS } from '#domain/days'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Repositories } from '../catalog.ts'
import { clientDischarges, installationDischarges, orderDischarges } from '../modules/discharges/index.ts'
import { interventions } from '../modules/interventions/index.ts'
import type { AnyResource } from '../resource/description.ts'
import type { Scope } from '../lib/scope.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'

const HOUR_MS = 3_600_000

type Step = readonly [action: 'complete' | 'discard' | 'archive' | 'assign' | 'comment', daysAgo: number, said?: string]

interface Work {
  readonly type: string
  readonly description: string
  readonly daysAgo: number
  readonly data?: Readonly<Record<string, string | number>>
  readonly steps?: readonly Step[]
}

/** One for each of the first locals that count, a different brand each time. */
const WORK: readonly Work[] = [
  {
    type: 'Visita',
    description: 'La cámara de la entrada norte está a oscuras desde el lunes. Llevar una fuente de repuesto.',
    daysAgo: 4,
    data: { ticket: 4312, repuesto: 'fuente 12 V' },
    steps: [
      ['assign', 3],
      ['comment', 3, 'La tienda abre a las 10. Preguntar por la encargada.'],
      ['comment', 1, 'Visita acordada para mañana por la mañana.'],
    ],
  },
  {
    type: 'Llamada',
    description: 'Los recuentos de entrada y salida no cuadran: preguntar si han movido la puerta automática.',
    daysAgo: 2,
  },
  {
    type: 'Cambio de equipo',
    description: 'El router pierde la conexión cada noche. Sustituir por uno con tarjeta de otra operadora.',
    daysAgo: 6,
    data: { ticket: 4298 },
    steps: [['assign', 5]],
  },
  { type: 'Visita', description: 'Recolocar el sensor de la planta baja después de la reforma.', daysAgo: 1 },
  { type: 'Envío de pieza', description: 'Enviar un soporte de techo de 20 cm con tornillería.', daysAgo: 3 },
  {
    type: 'Llamada',
    description: 'Confirmar el horario de Navidad y cargarlo en el sistema.',
    daysAgo: 8,
    steps: [
      ['assign', 8],
      ['comment', 7, 'Lo envían por correo esta semana.'],
    ],
  },
  {
    type: 'Visita',
    description: 'Medir la entrada nueva antes de presupuestar el segundo sensor.',
    daysAgo: 9,
    steps: [
      ['assign', 9],
      ['complete', 2],
    ],
  },
  {
    type: 'Cambio de equipo',
    description: 'Sensor sin respuesta tras la tormenta.',
    daysAgo: 12,
    steps: [
      ['comment', 11, 'Vuelve a contar después de reiniciarlo. No hace falta ir.'],
      ['discard', 11],
    ],
  },
  {
    type: 'Llamada',
    description: 'Actualizar la persona de contacto de la tienda.',
    daysAgo: 15,
    steps: [['complete', 14]],
  },
  {
    type: 'Visita',
    description: 'Instalación del segundo acceso terminada, falta firmar el acta.',
    daysAgo: 30,
    steps: [
      ['complete', 22],
      ['archive', 20],
    ],
  },
]

type Stores = Pick<Repositories, 'locals' | 'users' | 'resources'>

/** Takes the actions as a person would have, at their times. */
async function lead(
  { resources }: Stores,
  { resource, machine, scope, id }: { resource: AnyResource; machine: Machine; scope: Scope; id: number },
  steps: readonly { readonly action: string; readonly at: number; readonly message?: string }[],
): Promise<void> {
  for (const { action, at, message } of steps) {
    const entry = await resources.find(resource, scope, id)
    const { transition } = entry === undefined ? {} : attempt(machine, action, positionOf(machine, entry), scope.userId)
    if (transition === undefined) throw new Error(`The demo cannot ${action} ${resource.noun} ${id}.`)
    await resources.move(resource, scope, transition, {
      ids: [id],
      at,
      ...(scope.userId !== null && { user: scope.userId }),
      ...(message !== undefined && { message }),
    })
  }
}

async function adminScope({ users }: Stores): Promise<Scope> {
  const admin = await users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test')
  return { ...SYSTEM_SCOPE, userId: admin?.id ?? null }
}

export async function insertDemoInterventions(
  stores: Stores,
  clients: readonly Client[],
  nowMs: number,
): Promise<void> {
  const { resource } = interventions
  const scope = await adminScope(stores)
  const places = []
  for (const { id: client } of clients) {
    const own = await stores.locals.list(SYSTEM_SCOPE, { client })
    const local = own.find(({ enabled, paramStatus }) => enabled && paramStatus === 'operative')
    if (local !== undefined) places.push({ client, local: local.id })
  }
  for (const [place, { type, description, daysAgo, data = {}, steps = [] }] of WORK.entries()) {
    const at = (days: number) => nowMs - days * DAY_MS - (place % 6) * HOUR_MS
    const where = places[place % places.length] ?? { client: null, local: null }
    const id = await stores.resources.insert(resource, scope, { type, description, data, ...where }, at(daysAgo))
    await lead(
      stores,
      { resource, machine: interventionMachine, scope, id },
      steps.map(([action, days, message]) => ({
        action,
        at: at(days) + HOUR_MS / 2,
        ...(message !== undefined && { message }),
      })),
    )
  }
}

/** The states of the entries in turn: open, assigned, done, archived. */
const WAYS: readonly (readonly string[])[] = [
  [],
  ['assign'],
  [],
  ['assign', 'process'],
  ['discard'],
  ['assign'],
  ['assign', 'process', 'archive'],
]

/** Some of each kind, of the brands of the demo. */
export async function insertDemoDischarges(stores: Stores, clients: readonly Client[], nowMs: number): Promise<void> {
  const scope = await adminScope(stores)
  for (const [kind, { resource }] of [clientDischarges, orderDischarges, installationDischarges].entries())
    for (const [place, ways] of WAYS.entries()) {
      const number = kind * 100 + place + 1
      const madeAt = nowMs - (place + 2) * DAY_MS
      const draft = {
        dischargeId: `ALT-${String(4100 + number)}`,
        date: new Date(madeAt).toISOString().slice(0, 10),
        client: clients[(place + kind * 3) % clients.length]?.id ?? null,
        data: { clientOldId: `C-${String(200 + place + kind * 3)}`, oldId: String(7000 + number) },
      }
      const id = await stores.resources.insert(resource, scope, draft, madeAt)
      const steps = ways.map((action, turn) => ({ action, at: madeAt + (turn + 1) * 3 * HOUR_MS }))
      await lead(stores, { resource, machine: dischargeMachine, scope, id }, steps)
    }
}
