import { isDeviceMac } from '#domain/hubble'
import { strictMac } from '#domain/mac'
import { AppError } from '../../lib/errors.ts'

/** The strict form of what was sent as a MAC address. Throws MAC_INVALID; also for all zeros, which means none. */
export function requireMac(text: string): string {
  const mac = strictMac(text)
  if (mac === null || !isDeviceMac(mac))
    throw new AppError(
      'MAC_INVALID',
      `${JSON.stringify(text)} is no MAC address of a device; expected 12 hex digits, for example 00:1E:42:0A:0B:0C.`,
      { mac: text },
    )
  return mac
}
