"""The client of the bot listing for bot developers: stats, commands, votes and webhooks."""

from .client import Client, LiveVote, Vote, VoteCheck
from .errors import ApiError, ListingError, NetworkError, WebhookError
from .reporting import Reporting
from .webhook import OtherEvent, VoteEvent, verify_webhook

__all__ = [
    "ApiError",
    "Client",
    "ListingError",
    "LiveVote",
    "NetworkError",
    "OtherEvent",
    "Reporting",
    "Vote",
    "VoteCheck",
    "VoteEvent",
    "WebhookError",
    "verify_webhook",
]
