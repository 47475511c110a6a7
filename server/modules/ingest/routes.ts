import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AdapterParams } from '#schemas/generated/api/adapter-params.ts'
import type { IngestReadings } from '#schemas/generated/api/ingest-readings.ts'
import type { MerakiParams } from '#schemas/generated/api/meraki-params.ts'
import { sinceRequest } from '../../lib/asker.ts'
import { AppError, isErrorCode } from '../../lib/errors.ts'
import { ADAPTERS } from './adapters/index.ts'
import type { Taken } from './arrival.ts'
import { ANYONE, deviceOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { knowWithoutNul, ref } from '../../plugins/schemas.ts'
import type { DeviceKeyService } from '../device-keys/service.ts'
import { createPassage } from './passage.ts'
import type { IngestService } from './service.ts'

const tags = ['Ingest']
const authz: Authz = { subjects: 'device', tenant: 'clients' }
const BODY_BYTES = 2 * 1024 * 1024
const response = { 202: ref('api/ingest-answer') }
const MERAKI = 'meraki'

declare module 'fastify' {
  interface FastifyRequest {
    bytes: Buffer | null
  }
}

export function ingestRoutes(
  app: FastifyInstance,
  { ingest, deviceKeys }: { ingest: IngestService; deviceKeys: Pick<DeviceKeyService, 'resolve' | 'validatorOf'> },
) {
  const pass = createPassage({ sinceRequest })
  /** Before the body is read: what waits has cost little. */
  const besidePeople = (of: FastifyInstance) =>
    of.addHook('onRequest', (_request, _reply, done) => {
      const turn = pass()
      if (turn === undefined) done()
      else void turn.then(() => done())
    })
  app.register(async (device) => {
    besidePeople(device)
    ownRoutes(device, ingest)
  })
  app.register(async (vendors) => {
    besidePeople(vendors)
    vendors.removeAllContentTypeParsers()
    vendors.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    const messageOf = messageReader(vendors)
    count(vendors, ingest)
    vendorRoutes(vendors, ingest, messageOf)
    merakiRoutes(vendors, { ingest, deviceKeys }, messageOf)
  })
}

function ownRoutes(device: FastifyInstance, ingest: IngestService): void {
  // The journal keeps what arrived, byte by byte.
  device.decorateRequest('bytes', null)
  device.removeAllContentTypeParsers()
  const json = device.getDefaultJsonParser('error', 'error')
  device.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.bytes = body
    const parsed = parsePlain(body)
    if (parsed === undefined) void json(request, body.toString('utf8'), done)
    else done(null, parsed)
  })
  count(device, ingest)

  device.post<{ Body: IngestReadings; Reply: Taken }>(
    '/ingest/readings',
    {
      config: { authz },
      bodyLimit: BODY_BYTES,
      compress: false,
      schema: {
        tags,
        summary: 'Readings of one device or several, in our own protocol',
        description: 'Answered when all is on disk; docs/ingest.md has the rules.',
        body: ref('api/ingest-readings'),
        response,
      },
    },
    async (request, reply) =>
      reply.code(202).send(await ingest.own(deviceOf(request), request.body, request.bytes ?? Buffer.alloc(0))),
  )
}

type MessageOf = ReturnType<typeof messageReader>

/** A message as a vendor sent it, with the parser that answers as that of the server does. */
function messageReader(app: FastifyInstance) {
  const json = app.getDefaultJsonParser('error', 'error')
  const parseJson =
    (request: FastifyRequest) =>
    (text: string): unknown => {
      let parsed: unknown
      void json(request, text, (error, value) => {
        if (error !== null) throw error
        parsed = value
      })
      return parsed
    }
  return (request: FastifyRequest, name: string) => ({
    name,
    type: request.headers['content-type'] ?? '',
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    headers: request.headers as Record<string, string | undefined>,
    parseJson: parseJson(request),
  })
}

function vendorRoutes(vendors: FastifyInstance, ingest: IngestService, messageOf: MessageOf): void {
  vendors.post<{ Params: AdapterParams; Reply: Taken }>(
    '/ingest/:adapter',
    {
      config: { authz },
      bodyLimit: BODY_BYTES,
      compress: false,
      schema: {
        tags,
        summary: 'A message of a vendor’s device or cloud, as it sends it',
        description: `Adapters: ${ADAPTERS.map(({ name, label }) => `${name} (${label})`).join(', ')}.`,
        params: ref('api/adapter-params'),
        consumes: [...new Set(ADAPTERS.flatMap(({ types }) => types))],
        response,
      },
    },
    async (request, reply) =>
      reply.code(202).send(await ingest.vendor(deviceOf(request), messageOf(request, request.params.adapter))),
  )
}

/** A cloud that asks who we are before it posts, and has its key in the body. */
function merakiRoutes(
  vendors: FastifyInstance,
  { ingest, deviceKeys }: { ingest: IngestService; deviceKeys: Pick<DeviceKeyService, 'resolve' | 'validatorOf'> },
  messageOf: MessageOf,
): void {
  vendors.get<{ Params: MerakiParams }>(
    '/ingest/meraki/:name',
    {
      config: { authz: ANYONE },
      schema: {
        tags,
        summary: 'The validator that the Meraki cloud asks for before it posts',
        params: ref('api/meraki-params'),
        produces: ['text/plain'],
        response: { 200: { type: 'string' } },
      },
    },
    async (request, reply: FastifyReply) => {
      const validator = await deviceKeys.validatorOf(Number(request.params.name))
      if (validator === null) throw new AppError('ROUTE_NOT_FOUND', 'There is nothing at this address.')
      return reply.type('text/plain; charset=utf-8').send(validator)
    },
  )

  vendors.post<{ Params: MerakiParams; Reply: Taken }>(
    '/ingest/meraki/:name',
    {
      config: { authz: { ...authz, keyInBody: true } },
      bodyLimit: BODY_BYTES,
      compress: false,
      schema: {
        tags,
        summary: 'Observations of the Meraki cloud',
        description: 'The key is the `secret` of the body; the name in the path is the id of the key.',
        params: ref('api/meraki-params'),
        consumes: ['application/json'],
        response,
      },
    },
    async (request, reply) => {
      const message = messageOf(request, MERAKI)
      const body = message.parseJson(message.raw.toString('utf8'))
      const secret = typeof body === 'object' && body !== null ? (body as { secret?: unknown }).secret : undefined
      if (typeof secret !== 'string' || secret === '')
        throw new AppError('DEVICE_KEY_REQUIRED', 'This needs the key of a device, as the secret of the body.')
      const caller = await deviceKeys.resolve(secret)
      if (caller === null || String(caller.key) !== request.params.name)
        throw new AppError(
          'DEVICE_KEY_INVALID',
          'This key of a device was withdrawn or never was, or is not that of this address.',
        )
      request.device = caller
      // The secret does not go to the disk.
      const raw = Buffer.from(JSON.stringify({ ...(body as object), secret: undefined }))
      return reply.code(202).send(await ingest.vendor(caller, { ...message, raw }))
    },
  )
}

/**
 * Names that poison prototypes are written out, or with escapes: where there are none of these, nothing needs to be
 * looked for. undefined = the thorough way, which also words what is wrong.
 */
function parsePlain(body: Buffer): unknown {
  const text = body.toString('utf8')
  if (text.includes('\\') || text.includes('__proto__') || text.includes('constructor')) return undefined
  try {
    const parsed = JSON.parse(text) as unknown
    knowWithoutNul(parsed)
    return parsed
  } catch {
    return undefined
  }
}

/** Every refusal is counted, with its code. */
function count(app: FastifyInstance, { counters }: IngestService): void {
  app.addHook('onError', async (_request, _reply, error) => {
    const { code, validation } = error as { code?: string; validation?: unknown }
    counters.refuseRequest(isErrorCode(code) ? code : validation === undefined ? 'OTHER' : 'REQUEST_INVALID')
  })
}
