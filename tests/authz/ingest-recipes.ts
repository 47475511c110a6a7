/**
 * Valid requests for calls about what devices send, and what became of it: of the caller, of others, of none. For tests
 * only.
 */
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { hashOf, newToken } from '../../server/lib/secrets.ts'
import { NOW } from '../../server/testing/fixture.ts'
import { json, one } from './recipe-tools.ts'
import type { RecipeTools } from './recipe-tools.ts'
import { MISSING } from './recipe.ts'
import type { Recipe, Situation } from './recipe.ts'

export async function ingestRecipes({ f, catalog, ids, next }: RecipeTools): Promise<ReadonlyMap<string, Recipe>> {
  const recipes = new Map<string, Recipe>()

  const OWN_MAC = '00:1A:2B:3C:4D:5E'
  const FOREIGN_MAC = '00:1A:2B:3C:4D:99'
  const abroad = await catalog.areas.insert(SYSTEM_SCOPE, { local: ids.gallery, name: 'Entrada ajena' })
  await catalog.footscans.insert(SYSTEM_SCOPE, { area: abroad.id, mac: FOREIGN_MAC })
  const minutes = (mac: string) => ({
    mac,
    readings: [{ kind: 'count', start: NOW - 120_000, end: NOW - 60_000, in: 1, out: 0 }],
  })
  recipes.set('POST /api/ingest/readings', ({ variant }) =>
    json(
      '/api/ingest/readings',
      variant === 'own'
        ? minutes(OWN_MAC)
        : variant === 'other'
          ? minutes(FOREIGN_MAC)
          : variant === 'missing'
            ? minutes('00:1A:2B:3C:4D:FE')
            : { devices: [minutes(OWN_MAC), minutes(FOREIGN_MAC)] },
    ),
  )
  const xml = (...macs: string[]) =>
    macs
      .map(
        (mac) =>
          '<Metrics SiteId="1" Sitename="s" DeviceId="d" Devicename="n" DivisionId="">' +
          `<Properties><Version>5</Version><TransmitTime>${NOW / 1000}</TransmitTime>` +
          `<MacAddress>${mac.toLowerCase()}</MacAddress><IpAddress>10.0.0.1</IpAddress><HostName>h</HostName>` +
          '<Timezone>0</Timezone><TimezoneName>UTC</TimezoneName><DST>0</DST><HwPlatform>p</HwPlatform>' +
          '<SerialNumber>1</SerialNumber><DeviceType>0</DeviceType><SwRelease>1</SwRelease></Properties>' +
          '<ReportData Interval="1"><Report Date="2026-11-20">' +
          '<Object Id="0" DeviceId="d" Devicename="n" ObjectType="0" Name="Door">' +
          `<Count StartTime="11:58:00" EndTime="11:59:00" UnixStartTime="${(NOW - 120_000) / 1000}" Enters="1" ` +
          'Exits="0" Status="0"/></Object></Report></ReportData></Metrics>',
      )
      .join('')
  recipes.set('POST /api/ingest/:adapter', ({ variant }) =>
    one({
      url: `/api/ingest/${variant === 'missing' ? 'nobody' : 'brickstream'}`,
      payload: xml(variant === 'own' || variant === 'missing' ? OWN_MAC : FOREIGN_MAC),
      headers: { 'content-type': 'text/xml' },
    }),
  )
  const cloud = newToken()
  const cloudId = await catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: ids.uno,
    footscan: null,
    name: 'Cloud',
    keyHash: hashOf(cloud),
    validator: 'v1',
    at: NOW,
  })
  recipes.set('GET /api/ingest/meraki/:name', ({ variant }) =>
    one({ url: `/api/ingest/meraki/${variant === 'missing' ? MISSING : cloudId}` }),
  )
  recipes.set('POST /api/ingest/meraki/:name', ({ fresh }) =>
    json(`/api/ingest/meraki/${cloudId}`, {
      version: '3.0',
      ...(fresh && { secret: cloud }),
      type: 'WiFi',
      data: { networkId: 'N_1', observations: [] },
    }),
  )
  const quarantined = async (): Promise<number> => {
    const made = next()
    const at = NOW - 3_600_000 - 60_000 * made
    await f.facts.write(async (connection) => {
      await connection.run(
        `INSERT INTO reading_quarantine VALUES (${1000 + made}, ${ids.uno}, 0, '${OWN_MAC}', 'DEVICE_UNKNOWN', '', ` +
          `${NOW}, '${JSON.stringify({ kind: 'count', line: '', start: at, end: at + 60_000, in: 1, out: 0 })}', NULL)`,
      )
    })
    return 1000 + made
  }
  const stillQuarantined = await quarantined()
  const rowOf = async ({ variant, fresh }: Situation) =>
    variant === 'missing' ? MISSING : fresh ? quarantined() : stillQuarantined
  recipes.set('POST /api/ingest/quarantine/:id/release', async (situation) =>
    json(`/api/ingest/quarantine/${await rowOf(situation)}/release`, {}),
  )
  recipes.set('POST /api/ingest/quarantine/release', async (situation) =>
    json('/api/ingest/quarantine/release', {
      ids: situation.variant === 'mixed' ? [stillQuarantined, MISSING] : [await rowOf(situation)],
    }),
  )
  recipes.set('DELETE /api/ingest/quarantine/:id', async (situation) =>
    one({ url: `/api/ingest/quarantine/${await rowOf(situation)}` }),
  )
  const deviceKey = async ({ variant, fresh }: Situation) =>
    variant === 'missing'
      ? MISSING
      : fresh
        ? catalog.deviceKeys.insert(SYSTEM_SCOPE, {
            client: ids.uno,
            footscan: null,
            name: 'Made',
            keyHash: hashOf(newToken()),
            at: NOW,
          })
        : cloudId
  recipes.set('POST /api/device-keys', ({ variant }) =>
    json('/api/device-keys', {
      client: variant === 'missing' ? MISSING : ids.uno,
      name: 'Gateway',
      ...(variant === 'mixed' && { footscan: MISSING }),
    }),
  )
  recipes.set('POST /api/device-keys/:id/rotate', async (situation) =>
    one({ url: `/api/device-keys/${await deviceKey(situation)}/rotate` }),
  )
  recipes.set('DELETE /api/device-keys/:id', async (situation) =>
    one({ url: `/api/device-keys/${await deviceKey(situation)}` }),
  )

  return recipes
}
