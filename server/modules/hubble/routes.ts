import type { FastifyInstance } from 'fastify'
import type { FactoryConfigDraft } from '#schemas/generated/api/factory-config-draft.ts'
import type { MacList } from '#schemas/generated/api/mac-list.ts'
import type { MacParams } from '#schemas/generated/api/mac-params.ts'
import type { NodeConfigDraft } from '#schemas/generated/api/node-config-draft.ts'
import type { SshConfigChange } from '#schemas/generated/api/ssh-config-change.ts'
import type { SshConfigDraft } from '#schemas/generated/api/ssh-config-draft.ts'
import type { WifiConfigChange } from '#schemas/generated/api/wifi-config-change.ts'
import type { WifiConfigDraft } from '#schemas/generated/api/wifi-config-draft.ts'
import type { Scope } from '../../lib/scope.ts'
import { callerOf, RECENT_AUTH_ADMIN } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { ref } from '../../plugins/schemas.ts'
import type { HubbleService } from './service.ts'

const ADMIN: Authz = { subjects: 'admin', tenant: 'none' }
const tags = ['Device fleet']
const params = ref('api/mac-params')
const NOTHING = { 204: { type: 'null' } }

/** Answers are keyed by MAC. */
const mapOf = (entity: string) => ({ type: 'object', additionalProperties: ref(entity) })

export function hubbleRoutes(app: FastifyInstance, { hubble }: { hubble: HubbleService }) {
  listRoutes(app, hubble)
  connectionRoutes(app, hubble)
  settingsRoutes(app, hubble)
  validatorRoutes(app, hubble)
  removalRoutes(app, hubble)
}

function listRoutes(app: FastifyInstance, hubble: HubbleService): void {
  const list = (path: string, summary: string, entity: string, read: (scope: Scope) => Promise<unknown>) => {
    app.get(
      `/hubble${path}`,
      { config: { authz: ADMIN }, schema: { tags, summary, response: { 200: mapOf(entity) } } },
      (request) => read(callerOf(request).scope),
    )
  }
  list('/connection/wifi', 'The Wi-Fi network of each node, by MAC', 'entities/wifi-config', hubble.wifi)
  list('/connection/ssh', 'How each node is reached over SSH, by MAC', 'entities/ssh-config', hubble.ssh)
  list('/nodes/config', 'The settings of each node, by MAC', 'entities/node-settings', hubble.nodeConfigs)
  list('/nodes', 'All that is known of each node, merged by MAC', 'entities/fleet-node', hubble.nodes)
  list(
    '/factory-configs',
    'What each node left the factory with, by MAC',
    'entities/node-settings',
    hubble.factoryConfigs,
  )
  list('/validator', 'MAC addresses that wait to be seen, by MAC', 'entities/mac-validation', hubble.validations)
}

function connectionRoutes(app: FastifyInstance, hubble: HubbleService): void {
  app.post<{ Body: WifiConfigDraft }>(
    '/hubble/connection/wifi',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'The Wi-Fi network of a node: add',
        body: ref('api/wifi-config-draft'),
        response: { 201: ref('entities/wifi-config') },
      },
    },
    async (request, reply) => reply.code(201).send(await hubble.addWifi(callerOf(request).scope, request.body)),
  )

  app.put<{ Params: MacParams; Body: WifiConfigChange }>(
    '/hubble/connection/wifi/:mac',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'The Wi-Fi network of a node: change',
        params,
        body: ref('api/wifi-config-change'),
        response: { 200: ref('entities/wifi-config') },
      },
    },
    (request) => hubble.changeWifi(callerOf(request).scope, request.params.mac, request.body),
  )

  app.post<{ Body: SshConfigDraft }>(
    '/hubble/connection/ssh',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'How a node is reached over SSH: add',
        body: ref('api/ssh-config-draft'),
        response: { 201: ref('entities/ssh-config') },
      },
    },
    async (request, reply) => reply.code(201).send(await hubble.addSsh(callerOf(request).scope, request.body)),
  )

  app.put<{ Params: MacParams; Body: SshConfigChange }>(
    '/hubble/connection/ssh/:mac',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'How a node is reached over SSH: change',
        params,
        body: ref('api/ssh-config-change'),
        response: { 200: ref('entities/ssh-config') },
      },
    },
    (request) => hubble.changeSsh(callerOf(request).scope, request.params.mac, request.body),
  )

  app.put<{ Params: MacParams }>(
    '/hubble/connection/ssh/:mac/tunnel/toggle',
    {
      config: { authz: ADMIN },
      schema: {
        tags,
        summary:
          'Turn the tunnel of a node on or off; answers the state after it. Not to be repeated when the answer is ' +
          'lost: read the list',
        params,
        response: { 200: ref('entities/ssh-config') },
      },
    },
    (request) => hubble.toggleTunnel(callerOf(request).scope, request.params.mac),
  )
}

function settingsRoutes(app: FastifyInstance, hubble: HubbleService): void {
  app.put<{ Params: MacParams; Body: NodeConfigDraft }>(
    '/hubble/nodes/config/:mac',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'Adds or replaces the settings of a node',
        params,
        body: ref('api/node-config-draft'),
        response: { 200: ref('entities/node-settings') },
      },
    },
    (request) => hubble.putNodeConfig(callerOf(request).scope, request.params.mac, request.body),
  )

  app.post<{ Body: FactoryConfigDraft }>(
    '/hubble/factory-configs',
    {
      config: { authz: RECENT_AUTH_ADMIN },
      schema: {
        tags,
        summary: 'What a node left the factory with: add, or replace with overwrite',
        body: ref('api/factory-config-draft'),
        response: { 201: ref('entities/node-settings') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await hubble.putFactoryConfig(callerOf(request).scope, request.body)),
  )
}

function validatorRoutes(app: FastifyInstance, hubble: HubbleService): void {
  app.post<{ Params: MacParams }>(
    '/hubble/validator/:mac',
    {
      config: { authz: ADMIN },
      schema: {
        tags,
        summary: 'Put a MAC address on the list of those that wait to be seen',
        params,
        response: { 201: ref('entities/mac-validation') },
      },
    },
    async (request, reply) => reply.code(201).send(await hubble.validate(callerOf(request).scope, request.params.mac)),
  )

  app.post<{ Body: MacList }>(
    '/hubble/validator/bulk',
    {
      config: { authz: ADMIN },
      schema: {
        tags,
        summary: 'Put many MAC addresses on that list, with a verdict for each line',
        body: ref('api/mac-list'),
        response: { 200: ref('api/mac-verdicts') },
      },
    },
    (request) => hubble.validateAll(callerOf(request).scope, request.body.macs),
  )

  app.get<{ Params: MacParams }>(
    '/hubble/validator/pings/:mac',
    {
      config: { authz: ADMIN },
      schema: {
        tags,
        summary: 'The last messages of a MAC address',
        params,
        response: { 200: ref('entities/mac-pings') },
      },
    },
    (request) => hubble.pings(callerOf(request).scope, request.params.mac),
  )
}

function removalRoutes(app: FastifyInstance, hubble: HubbleService): void {
  const removal = (path: string, summary: string, remove: (scope: Scope, mac: string) => Promise<void>) => {
    app.delete<{ Params: MacParams }>(
      `/hubble${path}/:mac`,
      { config: { authz: ADMIN }, schema: { tags, summary, params, response: NOTHING } },
      async (request, reply) => {
        await remove(callerOf(request).scope, request.params.mac)
        return reply.code(204).send()
      },
    )
  }
  removal('/connection/wifi', 'Deletes the Wi-Fi network of a node', hubble.removeWifi)
  removal('/connection/ssh', 'Deletes the SSH access of a node', hubble.removeSsh)
  removal('/nodes/config', 'Deletes the settings of a node', hubble.removeNodeConfig)
  removal('/factory-configs', 'Deletes the factory settings of a node', hubble.removeFactoryConfig)
  removal('/validator', 'Take a MAC address off the list', hubble.stopValidating)
}
