import { actionsOf } from './machine.ts'
import { MACHINES } from './machines/index.ts'

/**
 * Everything the server writes into its audit log, verb after noun, in the order in which the page offers it; each has
 * words of its own (`admin:does.<action>`).
 */
export const AUDIT_ACTIONS = [
  'session.open',
  'session.refuse',
  'session.refuseMany',
  'session.confirm',
  'session.renew',
  'session.close',
  'session.end',
  'session.forgive',
  'otp.send',
  'otp.hand',
  'otp.accept',
  'otp.refuse',
  'otp.refuseMany',
  'totp.create',
  'totp.recovery',
  'totp.remove',
  'factors.remove',
  'passkey.create',
  'passkey.rename',
  'passkey.remove',
  'passkey.accept',
  'passkey.refuse',
  'oauth.login',
  'oauth.identity',
  'password.change',
  'password.recover',
  'password.reset',
  'password.refuse',
  'terms.accept',
  'user.create',
  'user.add',
  'user.change',
  'user.enable',
  'user.disable',
  'user.password',
  'user.remove',
  'group.create',
  'group.change',
  'group.remove',
  'access.create',
  'access.change',
  'access.remove',
  'apiClient.create',
  'apiClient.change',
  'apiClient.secret',
  'apiClient.remove',
  'brand.create',
  'brand.change',
  'brand.image',
  'brand.remove',
  'modules.change',
  'client.oldId',
  'import.read',
  'import.load',
  'import.loaded',
  'import.cancel',
  'import.undo',
  'import.undone',
  'importPreset.save',
  'importPreset.remove',
  'place.rename',
  'place.merge',
  'place.remove',
  'local.area',
  'local.import',
  'local.plan',
  'local.timeZone',
  'local.close',
  'local.reopen',
  'key.rotate',
  'audit.archive',
  'maintenance.on',
  'maintenance.off',
  'mail.retry',
  'mail.forget',
  'openingHours.change',
  'holidays.change',
  'campaign.create',
  'campaign.change',
  'campaign.remove',
  'upload.load',
  'upload.undo',
  'export.create',
  'export.download',
  'export.remove',
  'dashboard.create',
  'dashboard.publish',
  'dashboard.restore',
  'dashboard.share',
  'dashboard.place',
  'dashboard.remove',
  'bulkMail.test',
  'bulkMail.again',
  'bulkMail.unsubscribe',
  'report.create',
  'report.change',
  'report.remove',
  'report.send',
  'report.make',
  'report.cancel',
  'report.pause',
  'report.resume',
  'report.handOver',
  'apiToken.create',
  'apiToken.revoke',
  'screen.create',
  'screen.open',
  'screen.revoke',
  'publicLink.create',
  'publicLink.open',
  'publicLink.revoke',
  'alertRule.create',
  'alertRule.change',
  'alertRule.remove',
  'alerts.activate',
  'alerts.deactivate',
  'deviceKey.create',
  'deviceKey.rotate',
  'deviceKey.remove',
  'footscan.create',
  'footscan.change',
  'footscan.remove',
  'wifi.create',
  'wifi.change',
  'wifi.remove',
  'ssh.create',
  'ssh.change',
  'ssh.tunnel',
  'ssh.remove',
  'nodeConfig.save',
  'nodeConfig.remove',
  'factoryConfig.save',
  'factoryConfig.remove',
  'validator.add',
  'validator.bulk',
  'validator.remove',
  'reading.release',
  'reading.discard',
  'quarantine.release',
  'quarantine.dismiss',
] as const

/**
 * What happens to entries of every described noun; their words stand with the noun's own texts (`does.create`), as do
 * those of the actions of its machine.
 */
export const NOUN_ACTIONS = ['create', 'change', 'remove', 'restore'] as const
export type NounAction = `${string}.${(typeof NOUN_ACTIONS)[number]}`

/** What may happen to an entry of this noun, in the order in which the page offers it. */
export function actionsOfNoun(noun: string): string[] {
  const machine = Object.hasOwn(MACHINES, noun) ? MACHINES[noun] : undefined
  return [...NOUN_ACTIONS, ...(machine === undefined ? [] : actionsOf(machine))]
}

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

const known: ReadonlySet<string> = new Set(AUDIT_ACTIONS)

export const isAuditAction = (action: string): action is AuditAction => known.has(action)

const NOUN = /^([a-z][a-zA-Z]*)\.([a-z]+(?:-[a-z]+)*)$/

export function isNounAction(action: string): action is NounAction {
  const [, noun = '', verb = ''] = NOUN.exec(action) ?? []
  return noun !== '' && actionsOfNoun(noun).includes(verb)
}
