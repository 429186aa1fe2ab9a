export const SESSION_COOKIE = '__Host-kerbside-session'
