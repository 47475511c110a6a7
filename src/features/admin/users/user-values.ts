/** An account as a form holds it, and back. What the form does not show goes back as it came. */
import { type AccessFlag, lacksBrandLevel } from '#domain/access'
import { strictMac } from '#domain/mac'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import type { UserDraft } from '#schemas/generated/api/user-draft.ts'

type Properties = UserAccount['properties']
export type PostLogin = NonNullable<Properties['postLogin']>
type LoginType = UserAccount['loginType']

/**
 * Labels of an account that are either on or off (spec 1, section 3). `externalLogin` is the login type said once more.
 */
export const LABELS = [
  'canModifyZoneTypes',
  'buildingCollaborativeType',
  'demo',
  'multiClient',
  'ciscoSpaces',
  'externalLogin',
] as const
export type Label = (typeof LABELS)[number]

/** Settings besides labels that take effect in one area only. */
export const SETTINGS_OF_AREAS = ['datasourcesTags', 'auto_client'] as const

/** The flags of the areas in which a setting takes effect (docs/server.md); the others take effect at once. */
const AREAS: Readonly<Partial<Record<Label | (typeof SETTINGS_OF_AREAS)[number], readonly AccessFlag[]>>> = {
  canModifyZoneTypes: ['wiTrace'],
  buildingCollaborativeType: ['wiTrace'],
  datasourcesTags: ['wiTrace'],
  ciscoSpaces: ['wiTrace'],
  multiClient: ['hasAutomotive', 'hasBigVenues'],
  auto_client: ['hasAutomotive'],
}

/** Whether none of the areas of a setting has a screen, so that it changes nothing yet. */
export const waitsForScreen = (setting: keyof typeof AREAS, unbuilt: ReadonlySet<AccessFlag>): boolean =>
  AREAS[setting]?.every((flag) => unbuilt.has(flag)) ?? false

/** From the top of the automotive hierarchy (spec 1, section 1). */
export const LEVELS = ['brand', 'country', 'region', 'zone', 'dealer', 'dealership'] as const

/** Where one may go after login, and the flag that opens it (spec 1, "Login flow"). */
export const POST_LOGIN: Readonly<Record<PostLogin, AccessFlag>> = {
  footCompare: 'footCompare',
  footStatus: 'footStatus',
  automotive: 'hasAutomotive',
  bigVenues: 'hasBigVenues',
  occupancy: 'occupancyDashboard',
  zonesOccupancy: 'zonesOccupancyDashboard',
  buildingTrace: 'wiTrace',
}

export interface UserValues {
  readonly username: string
  readonly role: UserAccount['role']
  readonly loginType: LoginType
  readonly lang: Properties['lang']
  readonly passwordExpired: boolean
  readonly flags: AccessFlag[]
  readonly labels: Label[]
  /** Separated by commas. */
  readonly tags: string
  readonly clients: number[]
  readonly groups: number[]
  readonly autoClient: number | null
  readonly autoLevel: string | null
  readonly autoValue: string
  readonly postLogin: PostLogin | null
  readonly useLoginMessage: boolean
  readonly loginMessage: string
  /** One on each line. */
  readonly macs: string
}

export const NEW_USER: UserValues = {
  username: '',
  role: 'basic',
  loginType: 'password',
  lang: 'es',
  passwordExpired: false,
  flags: [],
  labels: [],
  tags: '',
  clients: [],
  groups: [],
  autoClient: null,
  autoLevel: null,
  autoValue: '',
  postLogin: null,
  useLoginMessage: false,
  loginMessage: '',
  macs: '',
}

export function valuesOf({
  username,
  role,
  loginType,
  properties,
  passwordExpired,
  flags,
  clients,
  groups,
  macs,
}: UserAccount): UserValues {
  return {
    username,
    role,
    loginType,
    passwordExpired,
    flags,
    clients,
    groups,
    lang: properties.lang,
    labels: LABELS.filter((label) => label !== 'externalLogin' && properties[label] === true),
    tags: (properties.datasourcesTags ?? []).join(', '),
    autoClient: properties.auto_client ?? null,
    autoLevel: properties.auto_clientLevel ?? null,
    autoValue: properties.auto_levelValue ?? '',
    postLogin: properties.postLogin ?? null,
    useLoginMessage: properties.useLoginMessage ?? false,
    loginMessage: properties.loginMessage ?? '',
    macs: macs.join('\n'),
  }
}

const listed = (text: string, by: RegExp) => [
  ...new Set(
    text
      .split(by)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
export const tagsOf = (text: string) => listed(text, /[,\n]/)
export const macLines = (text: string) => listed(text, /[\n,;]/)

/** The account to send; `before` lends what the form does not show. */
export function draftOf(values: UserValues, before?: UserAccount): UserDraft {
  const { username, role, loginType, passwordExpired, flags, clients, groups, labels } = values
  const { modules } = before?.properties ?? {}
  return {
    username: username.trim(),
    role,
    loginType,
    passwordExpired,
    flags,
    clients,
    groups,
    macs: [...new Set(macLines(values.macs).map((line) => strictMac(line) ?? line))],
    properties: {
      lang: values.lang,
      ...Object.fromEntries(LABELS.map((label) => [label, labels.includes(label)])),
      externalLogin: loginType === 'external',
      datasourcesTags: tagsOf(values.tags),
      useLoginMessage: values.useLoginMessage,
      loginMessage: values.loginMessage.trim(),
      ...(modules !== undefined && { modules }),
      ...(values.postLogin !== null && { postLogin: values.postLogin }),
      ...(values.autoClient !== null && { auto_client: values.autoClient }),
      ...(values.autoLevel !== null && { auto_clientLevel: values.autoLevel }),
      ...(values.autoValue.trim() !== '' && { auto_levelValue: values.autoValue.trim() }),
    },
  }
}

/** A user with client access but no brand level gets a warning (spec 1, section 6). */
export const hasNoBrandLevel = ({ autoClient, autoLevel }: Pick<UserValues, 'autoClient' | 'autoLevel'>): boolean =>
  lacksBrandLevel({ auto_client: autoClient ?? undefined, auto_clientLevel: autoLevel ?? undefined })
