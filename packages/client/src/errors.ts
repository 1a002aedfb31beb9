/** What an error response means. Programs compare this code; the message is for people and may change. */
export type ApiErrorCode =
  | 'INVALID_REQUEST'
  | 'INVALID_TOKEN'
  | 'BOT_NOT_FOUND'
  | 'RATE_LIMITED'
  | 'SERVICE_FAULT'
  | 'UNAVAILABLE'
  | 'UNEXPECTED_RESPONSE';

const CODES: Readonly<Record<number, ApiErrorCode>> = {
  400: 'INVALID_REQUEST',
  401: 'INVALID_TOKEN',
  404: 'BOT_NOT_FOUND',
  429: 'RATE_LIMITED',
  500: 'SERVICE_FAULT',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** The service refused a request, or could not process it (contract, section 7). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** Seconds until the service takes the request again; undefined when it did not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, status: number, retryAfter?: number) {
    super(message);
    this.code = CODES[status] ?? 'UNEXPECTED_RESPONSE';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** No response came: the connection failed (`NETWORK`), or the time was up (`TIMEOUT`). */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly code: 'NETWORK' | 'TIMEOUT';

  constructor(message: string, code: 'NETWORK' | 'TIMEOUT') {
    super(message);
    this.code = code;
  }
}

/** Why a webhook request was refused. */
export type WebhookErrorCode =
  | 'MISSING_HEADER'
  | 'WRONG_SECRET'
  | 'WRONG_SIGNATURE'
  | 'INVALID_BODY'
  | 'BODY_TOO_LARGE';

const STATUSES: Readonly<Record<WebhookErrorCode, number>> = {
  MISSING_HEADER: 401,
  WRONG_SECRET: 401,
  WRONG_SIGNATURE: 401,
  INVALID_BODY: 400,
  BODY_TOO_LARGE: 413,
};

/** A webhook request is not from the service, or not readable. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  /** The status to respond with. */
  readonly status: number;

  constructor(message: string, code: WebhookErrorCode) {
    super(message);
    this.code = code;
    this.status = STATUSES[code];
  }
}
