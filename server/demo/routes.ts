/** The demo's sensors can be unplugged, to see what the product makes of it. Registered in demo mode only. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'
import type { Authz } from '../plugins/access.ts'
import type { DemoSimulator } from './simulator.ts'

const authz: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Demo']
const device = {
  type: 'object',
  additionalProperties: false,
  required: ['mac', 'plugged'],
  properties: { mac: { type: 'string' }, plugged: { type: 'boolean' } },
}
const params = {
  type: 'object',
  additionalProperties: false,
  required: ['mac'],
  properties: { mac: { type: 'string', pattern: '^([0-9A-F]{2}:){5}[0-9A-F]{2}$' } },
}
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['plugged'],
  properties: {
    plugged: { type: 'boolean' },
    forget: { type: 'boolean', description: 'What it counts while it is off is lost.' },
  },
}

export function demoSimulatorRoutes(app: FastifyInstance, { simulator }: { simulator: DemoSimulator }) {
  app.get(
    '/demo/simulator',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'The simulated sensors of the demo',
        response: { 200: { type: 'array', items: device } },
      },
    },
    async () => simulator.devices(),
  )

  app.put<{ Params: { mac: string }; Body: { plugged: boolean; forget?: boolean } }>(
    '/demo/simulator/:mac',
    {
      config: { authz },
      schema: {
        tags,
        summary: 'Unplug a simulated sensor, or plug it in again',
        params,
        body,
        response: { 200: device },
      },
    },
    async ({ params: { mac }, body: { plugged, forget } }) => {
      if (!simulator.plug(mac, plugged, forget))
        throw new AppError('FOOTSCAN_NOT_FOUND', `There is no simulated footscan ${mac}.`, { mac })
      return { mac, plugged }
    },
  )
}
