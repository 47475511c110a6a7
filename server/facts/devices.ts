/** Facts about footscans: their messages, and their state on each day. */
import type { HealthReason } from '#domain/device-status'
import type { VERSUS_DAYS } from '#domain/device-status'
import type { Frame } from '#domain/frame'
import type { HealthDevice, HealthPlan } from './device-day-plan.ts'

/** Days of a client's locals, since 1970 and both included. */
export interface DeviceSpan {
  readonly client: number
  readonly locals: readonly number[]
  readonly from: number
  readonly to: number
}

/** Footscan days that are judged together. */
export interface JudgeSpan {
  readonly devices: readonly HealthDevice[]
  readonly plan: HealthPlan
  readonly fromDay: number
  readonly toDay: number
  readonly nowMs: number
}

/** A footscan day as it was judged. */
export interface JudgedDay {
  readonly device: number
  readonly day: number
  readonly isOpen: boolean
  readonly isDown: boolean
  readonly reason: HealthReason | null
  /** Epoch ms of the first hour that was lost. */
  readonly downAt: number | null
}

/** First and last day of contact with a footscan in an area. */
export interface ContactInArea {
  readonly area: number
  readonly device: number
  readonly first: number
  readonly last: number
}

/** Up to which word the days were judged, and the newest there is, epoch ms. */
export interface JudgedUpTo {
  /** Null before the first run. */
  readonly upTo: number | null
  readonly newest: number
}

/** The messages and quarantined contacts of one MAC address, newest first. */
export interface DeviceTraces {
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly messages: number
  readonly firmware: string | null
  readonly battery: number | null
  readonly hours: { at: number; pings: number; in: number | null; out: number | null }[]
  readonly knocks: { at: number; reason: string; adapter: string }[]
}

export interface DeviceFacts {
  /** Epoch ms of the last message of each footscan that has sent one, by its id; of a client, or of all. */
  lastContacts(client?: number): Promise<ReadonlyMap<number, number>>
  /** The same of a client's locals. */
  lastContactsOfLocals(client: number): Promise<ReadonlyMap<number, number>>
  /** Whether a footscan ever had contact: a message, an hour, or a day with counts. */
  hasHistory(device: number): Promise<boolean>
  /** Days on which it was only expected: they are not asked for once it is gone. */
  forgetDays(device: number): Promise<void>
  /** Epoch ms of the last knock of each of these names that no footscan was found for. */
  lastKnocks(names: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** @param device the footscan with this MAC; null = there is none */
  tracesOf(mac: string, device: number | null): Promise<DeviceTraces>

  /** Of a local on one day, by footscan. */
  daysOfLocal(client: number, local: number, day: number): Promise<JudgedDay[]>
  /** From a day on; of a client, or of all. */
  daysSince(day: number, client?: number): Promise<JudgedDay[]>
  /** Since when each footscan is down that is down from this day on; closed days in between end no outage. */
  outages(day: number, client?: number): Promise<ReadonlyMap<number, number | null>>
  /**
   * One row per footscan and workday: day, local, device, status, statusYesterday, statusLastWeek, reason, since and
   * downHour (epoch s), downDay, open, alert, running, pings, openS, coveredS, lostS. `versus` keeps only the rows that
   * changed since then.
   */
  workdays(span: DeviceSpan, versus?: keyof typeof VERSUS_DAYS): Promise<Frame>
  /** One row per day: how many are up, down and closed, and what is new. @param reportS seconds between two messages */
  summary(span: DeviceSpan, reportS: ReadonlyMap<number, number>): Promise<Frame>

  /** First day of which anything is known, by area. */
  firstDays(): Promise<ReadonlyMap<number, number>>
  contactsInAreas(): Promise<ContactInArea[]>
  judgedUpTo(): Promise<JudgedUpTo>
  /** Areas that learnt something after a moment of days before another, with the first and last of these days. */
  lateReadings(afterMs: number, beforeDay: number): Promise<{ area: number; first: number; last: number }[]>
  /** Judges all days of the span and keeps what changed. Answers how many footscan days were written. */
  judge(span: JudgeSpan): Promise<number>
  noteJudged(upTo: number): Promise<void>
}
