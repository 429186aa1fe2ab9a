import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

// One dialect for PGlite and PostgreSQL. Times are `timestamptz`; tables and
// columns are named as in SQL.

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const stamps = () => ({
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => operators.id, { onDelete: 'cascade' })

const ROLES = ['viewer', 'dispatcher', 'administrator'] as const

/**
 * Accounts that may sign in: better-auth's columns and a role. Source: better-auth's core schema
 */
export const operators = pgTable(
  'operators',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role', { enum: ROLES }).notNull().default('viewer'),
    /** The operator is disabled, and may not sign in. */
    banned: boolean('banned').notNull().default(false),
    banReason: text('ban_reason'),
    banExpires: moment('ban_expires'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    ...stamps(),
  },
  (table) => [
    check('operators_role', sql`${table.role} in ('viewer', 'dispatcher', 'administrator')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: userId(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Always null: impersonation is off. */
    impersonatedBy: text('impersonated_by'),
    expiresAt: moment('expires_at').notNull(),
    ...stamps(),
  },
  (table) => [index('sessions_user_id').on(table.userId)],
)

/** A way to sign in: a password, or an account at the OpenID provider. */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    ...stamps(),
  },
  (table) => [index('accounts_user_id').on(table.userId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    ...stamps(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

export const twoFactors = pgTable(
  'two_factors',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: userId(),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
  },
  (table) => [index('two_factors_user_id').on(table.userId)],
)

/** A passkey. Source: better-auth's plugin passkey */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: userId(),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    createdAt: moment('created_at').defaultNow(),
    aaguid: text('aaguid'),
  },
  (table) => [index('passkeys_user_id').on(table.userId)],
)

/** A script's token. Source: better-auth's plugin api-key */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    configId: text('config_id').notNull().default('default'),
    name: text('name'),
    /** First characters, by which its owner recognises it. */
    start: text('start'),
    prefix: text('prefix'),
    /** SHA-256 of the token. */
    key: text('key').notNull().unique(),
    /** Id of the operator. */
    referenceId: text('reference_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    refillInterval: integer('refill_interval'),
    refillAmount: integer('refill_amount'),
    lastRefillAt: moment('last_refill_at'),
    enabled: boolean('enabled').notNull().default(true),
    rateLimitEnabled: boolean('rate_limit_enabled').notNull().default(false),
    rateLimitTimeWindow: integer('rate_limit_time_window'),
    rateLimitMax: integer('rate_limit_max'),
    requestCount: integer('request_count').notNull().default(0),
    remaining: integer('remaining'),
    lastRequest: moment('last_request'),
    expiresAt: moment('expires_at'),
    /** JSON: the role that the token has at most. */
    metadata: text('metadata'),
    permissions: text('permissions'),
    ...stamps(),
  },
  (table) => [index('api_keys_reference_id').on(table.referenceId)],
)

/**
 * A one-time link that creates an operator: an invitation, or the set-up
 * of the first administrator.
 */
export const invitations = pgTable('invitations', {
  /** SHA-256 of the link's secret, in hexadecimal. */
  id: text('id').primaryKey(),
  /** Null for the set-up link, whose user enters it. */
  email: text('email'),
  role: text('role', { enum: ROLES }).notNull(),
  invitedBy: text('invited_by').references(() => operators.id, { onDelete: 'set null' }),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

/**
 * A one-time link by which an operator sets a new password; the newest replaces the ones before.
 */
export const passwordResets = pgTable('password_resets', {
  /** SHA-256 of the link's secret, in hexadecimal. */
  id: text('id').primaryKey(),
  operatorId: text('operator_id')
    .notNull()
    .unique()
    .references(() => operators.id, { onDelete: 'cascade' }),
  /** Null: made on the server's console. */
  createdBy: text('created_by').references(() => operators.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
})

/** Why a session ended, for the browser that still has its cookie. */
export const endedSessions = pgTable('ended_sessions', {
  /** SHA-256 of the session's token, in hexadecimal. */
  id: text('id').primaryKey(),
  reason: text('reason').notNull(),
  endedAt: moment('ended_at').notNull(),
})

/** Operator, action, time and address; never the values that were viewed. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** Null without a session. Not a foreign key: the entry outlives the operator. */
    operatorId: text('operator_id'),
    operatorEmail: text('operator_email'),
    action: text('action').notNull(),
    /** Object of the action: a vehicle's id, an operator's e-mail. */
    subject: text('subject'),
    outcome: text('outcome').notNull(),
    address: text('address'),
    requestId: text('request_id'),
  },
  (table) => [
    index('audit_entries_at').on(table.at),
    index('audit_entries_operator').on(table.operatorEmail),
  ],
)

/** Rate-limit counts, used where there is no Redis. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since the epoch; null for never. */
  expire: bigint('expire', { mode: 'number' }),
})

/**
 * Kerbside's knowledge of vehicles, encrypted, in batches of many: PGlite never vacuums by
 * itself, and a row per vehicle and change would grow for ever. Of the entries of one
 * vehicle the newest counts.
 */
export const vehicleSegments = pgTable('vehicle_segments', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Keyed hash of the kind of entry; another service or key has another one. */
  series: text('series').notNull(),
  at: moment('at').notNull(),
  body: bytes('body').notNull(),
})

/** A vehicle in some watch list. Its data is encrypted, with a key that is not in the store. */
export const watchedVehicles = pgTable('watched_vehicles', {
  /** Keyed hash of the vehicle's id. */
  id: text('id').primaryKey(),
  /** Encrypted: the vehicle's id. */
  vehicle: text('vehicle').notNull(),
  /** Encrypted: the record as last read, and its changes. */
  record: text('record'),
  recordReadAt: moment('record_read_at'),
  /** Encrypted: status and position. */
  report: text('report'),
  reportReadAt: moment('report_read_at'),
  /** When a node last took it to be read. */
  claimedAt: moment('claimed_at'),
  addedAt: moment('added_at').notNull(),
})

export const watchEntries = pgTable(
  'watch_entries',
  {
    /** Owner and vehicle. */
    id: text('id').primaryKey(),
    vehicleId: text('vehicle_id')
      .notNull()
      .references(() => watchedVehicles.id, { onDelete: 'cascade' }),
    /** Null: the shared list. */
    owner: text('owner').references(() => operators.id, { onDelete: 'cascade' }),
    addedBy: text('added_by').references(() => operators.id, { onDelete: 'set null' }),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    index('watch_entries_vehicle').on(table.vehicleId),
    index('watch_entries_owner').on(table.owner),
  ],
)

/** Meanings of statuses of the service, as administrators said them. */
export const statusReadings = pgTable('status_readings', {
  /** The status without regard to case, spaces, hyphens and underscores. */
  word: text('word').primaryKey(),
  /** As the service spelt it. */
  status: text('status').notNull(),
  meaning: text('meaning').notNull(),
  readAt: moment('read_at').notNull(),
  readBy: text('read_by').references(() => operators.id, { onDelete: 'set null' }),
})

/** The home area of the desk, in one row. */
export const deskHome = pgTable('desk_home', {
  /** Always `home`. */
  id: text('id').primaryKey(),
  name: text('name'),
  lat: doublePrecision('lat').notNull(),
  lng: doublePrecision('lng').notNull(),
  /** Metres. */
  radius: doublePrecision('radius').notNull(),
  changedAt: moment('changed_at').notNull(),
  changedBy: text('changed_by').references(() => operators.id, { onDelete: 'set null' }),
})

/** Views of the map by their names. */
export const savedAreas = pgTable(
  'saved_areas',
  {
    /** Owner and name. */
    id: text('id').primaryKey(),
    /** Null: of the desk. */
    owner: text('owner').references(() => operators.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The page's address without `?`. */
    query: text('query').notNull(),
    savedAt: moment('saved_at').notNull(),
    savedBy: text('saved_by').references(() => operators.id, { onDelete: 'set null' }),
  },
  (table) => [index('saved_areas_owner').on(table.owner)],
)

/** The zones of the desk, in one row: a change replaces all of them. */
export const zones = pgTable('zones', {
  /** Always `zones`. */
  id: text('id').primaryKey(),
  /** Grows with each change. */
  version: integer('version').notNull(),
  /** JSON: the zones in their order. */
  list: text('list').notNull(),
  changedAt: moment('changed_at').notNull(),
  changedBy: text('changed_by').references(() => operators.id, { onDelete: 'set null' }),
})

/**
 * Alerts of the last 24 hours, which a node opened and closed. Vehicle and booking are encrypted.
 */
export const alerts = pgTable(
  'alerts',
  {
    /** Keyed hash of rule, subject and since when: a take-over opens none twice. */
    id: text('id').primaryKey(),
    /** Keyed hash of rule and subject; null once it has ended: one of each is open at most. */
    cause: text('cause').unique(),
    rule: text('rule').notNull(),
    since: moment('since').notNull(),
    openedAt: moment('opened_at').notNull(),
    closedAt: moment('closed_at'),
    takenAt: moment('taken_at'),
    takenBy: text('taken_by').references(() => operators.id, { onDelete: 'set null' }),
    snoozedUntil: moment('snoozed_until'),
    /** Encrypted: subject and facts. */
    content: bytes('content').notNull(),
  },
  (table) => [index('alerts_opened').on(table.openedAt)],
)

/** Rules of alerts that the desk has changed. */
export const alertRules = pgTable('alert_rules', {
  rule: text('rule').primaryKey(),
  isOn: boolean('is_on').notNull(),
  minutes: integer('minutes'),
  changedAt: moment('changed_at').notNull(),
  changedBy: text('changed_by').references(() => operators.id, { onDelete: 'set null' }),
})

/** Rules that an operator does not want to see. */
export const silencedRules = pgTable('silenced_rules', {
  /** Owner and rule. */
  id: text('id').primaryKey(),
  /** Null without sign-in. */
  owner: text('owner').references(() => operators.id, { onDelete: 'cascade' }),
  rule: text('rule').notNull(),
})

export const webhookTokens = pgTable('webhook_tokens', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** SHA-256 of the secret part of the address, which is shown once. */
  secretHash: text('secret_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
  createdBy: text('created_by').references(() => operators.id, { onDelete: 'set null' }),
  revokedAt: moment('revoked_at'),
})

/** A delivery of a webhook, encrypted as it came. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Made when it arrived, so that storing it twice is one row. */
    id: text('id').primaryKey(),
    tokenId: text('token_id').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** Keyed hash of its body. */
    bodyHash: text('body_hash').notNull(),
    /** The same body came less than ten minutes before. */
    isRepeat: boolean('is_repeat').notNull(),
    /** Whether no booking was recognised in it. */
    isUnrecognised: boolean('is_unrecognised').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    index('webhook_deliveries_received').on(table.receivedAt),
    index('webhook_deliveries_token').on(table.tokenId, table.receivedAt),
    index('webhook_deliveries_body').on(table.bodyHash, table.receivedAt),
  ],
)

export const arrivedBookings = pgTable(
  'arrived_bookings',
  {
    /** Keyed hash of the booking's id. */
    id: text('id').primaryKey(),
    /** Grows with each change of any booking. */
    version: bigint('version', { mode: 'number' }).notNull().unique(),
    lastReceivedAt: moment('last_received_at').notNull(),
    /** Keyed hashes; null where no delivery names them. */
    vehicleId: text('vehicle_id'),
    vehicleOurRef: text('vehicle_our_ref'),
    /** Encrypted: the state out of all deliveries. */
    state: bytes('state').notNull(),
  },
  (table) => [
    index('arrived_bookings_received').on(table.lastReceivedAt),
    index('arrived_bookings_vehicle').on(table.vehicleId),
    index('arrived_bookings_vehicle_ref').on(table.vehicleOurRef),
  ],
)

/** Deliveries by the bookings that they are about. */
export const webhookMentions = pgTable(
  'webhook_mentions',
  {
    /** Delivery and booking. */
    id: text('id').primaryKey(),
    deliveryId: text('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    bookingId: text('booking_id').notNull(),
  },
  (table) => [
    index('webhook_mentions_booking').on(table.bookingId),
    index('webhook_mentions_delivery').on(table.deliveryId),
  ],
)

export const recordedAreas = pgTable('recorded_areas', {
  /** Keyed hash of the area's name. */
  id: text('id').primaryKey(),
  /** Encrypted: the search. */
  search: bytes('search').notNull(),
  /** Name by earlier versions, which recorded areas with a name always. */
  name: bytes('name'),
})

/**
 * Recording of an area, encrypted. A chunk is a key frame, the frames after it and, unless it was
 * broken off, its end. The order of rows is the order in time, whatever the clock said.
 */
export const recordingSegments = pgTable(
  'recording_segments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    area: text('area').notNull(),
    chunk: text('chunk').notNull(),
    kind: text('kind').notNull(),
    at: moment('at').notNull(),
    /** The chunk whose last list a key frame is; null where something lies between. */
    continues: text('continues'),
    /** Encrypted: counts for timelines; null for most. */
    note: bytes('note'),
    body: bytes('body').notNull(),
  },
  (table) => [
    index('recording_segments_area').on(table.area, table.at),
    index('recording_segments_chunk').on(table.chunk),
  ],
)
