/** Everything the server writes into its audit log, in the order in which it is offered; each has words of its own (`admin:does.<action>`). */
export const AUDIT_ACTIONS = [
  'session.open', 'session.refuse', 'session.refuseMany', 'session.confirm', 'session.renew', 'session.close', 'session.end', 'session.forgive',
  'otp.send', 'otp.hand', 'otp.accept', 'otp.refuse', 'otp.refuseMany', 'totp.create', 'totp.recovery', 'totp.remove', 'factors.remove', 'passkey.create', 'passkey.rename', 'passkey.remove', 'passkey.accept', 'passkey.refuse', 'oauth.login', 'oauth.identity',
  'password.change', 'password.recover', 'password.reset', 'password.refuse', 'terms.accept',
  'user.create', 'user.add', 'user.change', 'user.enable', 'user.disable', 'user.password', 'user.remove',
  'group.create', 'group.change', 'group.remove', 'access.create', 'access.change', 'access.remove',
  'apiClient.create', 'apiClient.change', 'apiClient.secret', 'apiClient.remove',
  'brand.create', 'brand.change', 'brand.image', 'brand.remove', 'modules.change', 'client.oldId', 'import.read', 'import.load', 'import.loaded', 'import.cancel', 'import.undo', 'import.undone', 'place.rename', 'place.merge', 'place.remove', 'local.timeZone', 'local.close', 'local.reopen', 'key.rotate', 'audit.archive', 'maintenance.on', 'maintenance.off', 'mail.retry', 'mail.forget',
  'openingHours.change', 'holidays.change',
  'campaign.create', 'campaign.change', 'campaign.remove',
  'upload.load', 'upload.undo', 'export.create', 'export.download', 'export.remove',
  'dashboard.create', 'dashboard.publish', 'dashboard.restore', 'dashboard.share', 'dashboard.place', 'dashboard.remove',
  'report.create', 'report.change', 'report.remove', 'report.send', 'report.make', 'report.cancel', 'screen.create', 'screen.open', 'screen.revoke',
  'alerts.activate',
  'alerts.deactivate',
  'deviceKey.create',
  'deviceKey.rotate',
  'deviceKey.remove',
  'footscan.create',
  'footscan.change',
  'footscan.remove',
  'wifi.create', 'wifi.change', 'wifi.remove', 'ssh.create', 'ssh.change', 'ssh.tunnel', 'ssh.remove',
  'nodeConfig.save', 'nodeConfig.remove', 'factoryConfig.save', 'factoryConfig.remove', 'validator.add', 'validator.bulk', 'validator.remove',
  'reading.release',
  'reading.discard',
  'quarantine.release',
  'quarantine.dismiss',
] as const

export const isAuditAction = (action: string): action is (typeof AUDIT_ACTIONS)[number] => (AUDIT_ACTIONS as readonly string[]).includes(action)

/** What entries say besides, as far as it has a name; another detail stands under its own. */
const DETAILS = ['address', 'tries', 'unknownNames', 'networks', 'accounts', 'otherAccounts', 'role', 'loginType', 'flags', 'clients', 'groups', 'members', 'session', 'by', 'client', 'modules', 'type', 'bytes', 'file', 'entries', 'sha256', 'before'] as const

/** What entries of the fleet say besides, in the words of the fleet's own pages. */
const FLEET_DETAILS: Readonly<Record<string, string>> = {
  ssid: 'fleet:ssid', ip: 'fleet:ip', port: 'fleet:port', user: 'fleet:user', password: 'fleet:password', tunnelEnabled: 'fleet:tunnel.label', proxyMobile: 'fleet:proxyMobile',
  settings: 'fleet:settings.label', hidden: 'fleet:settings.secrets', footscan: 'fleet:footscan', area: 'fleet:area', mac: 'fleet:mac', name: 'admin:name', kind: 'fleet:kind.label', adapter: 'fleet:kind.label',
  externalId: 'fleet:externalId', reportS: 'fleet:reportS', enabled: 'fleet:enabled', reason: 'fleet:quarantine.reason',
}

/** The key of the words for a detail; null when it has none. */
export const detailKey = (name: string): string | null => (isAuditDetail(name) ? `admin:detail.${name}` : Object.hasOwn(FLEET_DETAILS, name) ? (FLEET_DETAILS[name] ?? null) : null)

const isAuditDetail = (name: string): name is (typeof DETAILS)[number] => (DETAILS as readonly string[]).includes(name)
