/** Address of the client. lib/server sets it over whatever was sent. */
export const CLIENT_IP_HEADER = 'x-kerbside-address'

export const REQUEST_ID_HEADER = 'x-request-id'
