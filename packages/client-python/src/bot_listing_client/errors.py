"""The errors of this package. Compare ``code``: messages are for people and may change."""

from __future__ import annotations

_API_CODES = {
    400: "INVALID_REQUEST",
    401: "INVALID_TOKEN",
    404: "BOT_NOT_FOUND",
    429: "RATE_LIMITED",
    500: "SERVICE_FAULT",
    502: "UNAVAILABLE",
    503: "UNAVAILABLE",
    504: "UNAVAILABLE",
}

_WEBHOOK_STATUSES = {
    "MISSING_HEADER": 401,
    "WRONG_SECRET": 401,
    "WRONG_SIGNATURE": 401,
    "INVALID_BODY": 400,
}


class ListingError(Exception):
    """The base of all errors of this package."""

    code: str


class ApiError(ListingError):
    """The service refused a request, or could not process it (contract, section 7)."""

    def __init__(self, message: str, status: int, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        """The HTTP status."""
        self.code = _API_CODES.get(status, "UNEXPECTED_RESPONSE")
        self.retry_after = retry_after
        """Seconds until the service takes the request again; None when it did not say."""


class NetworkError(ListingError):
    """No response came: the connection failed (``NETWORK``), or the time was up (``TIMEOUT``)."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class WebhookError(ListingError):
    """A webhook request is not from the service, or not readable."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code
        self.status = _WEBHOOK_STATUSES[code]
        """The status to respond with."""
