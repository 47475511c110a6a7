/** What the staff of the provider has to do at the locals of the demo: mostly open, some done, some put away. */
import { attempt, positionOf } from '#domain/machine'
import { interventionMachine } from '#domain/machines/interventions'
import { DAY_MS } from '#domain/days'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Repositories } from '../catalog.ts'
import { interventions } from '../modules/interventions/index.ts'
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

export async function insertDemoInterventions(
  { locals, users, resources }: Pick<Repositories, 'locals' | 'users' | 'resources'>,
  clients: readonly Client[],
  nowMs: number,
): Promise<void> {
  const { resource } = interventions
  const admin = await users.findByUsername(SYSTEM_SCOPE, 'admin@aforo.test')
  const scope: Scope = { ...SYSTEM_SCOPE, userId: admin?.id ?? null }
  const places = []
  for (const { id: client } of clients) {
    const own = await locals.list(SYSTEM_SCOPE, { client })
    const local = own.find(({ enabled, paramStatus }) => enabled && paramStatus === 'operative')
    if (local !== undefined) places.push({ client, local: local.id })
  }
  for (const [place, { type, description, daysAgo, data = {}, steps = [] }] of WORK.entries()) {
    const at = (days: number) => nowMs - days * DAY_MS - (place % 6) * HOUR_MS
    const where = places[place % places.length] ?? { client: null, local: null }
    const id = await resources.insert(resource, scope, { type, description, data, ...where }, at(daysAgo))
    for (const [action, days, message] of steps) {
      const entry = await resources.find(resource, scope, id)
      if (entry === undefined) continue
      const { transition } = attempt(interventionMachine, action, positionOf(interventionMachine, entry), scope.userId)
      if (transition === undefined) throw new Error(`The demo cannot ${action} intervention ${id}.`)
      await resources.move(resource, scope, transition, {
        ids: [id],
        at: at(days) + HOUR_MS / 2,
        ...(action === 'assign' && admin && { user: admin.id }),
        ...(message !== undefined && { message }),
      })
    }
  }
}
