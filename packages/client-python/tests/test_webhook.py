import hashlib
import hmac
import json
import unittest
from datetime import datetime, timezone

from bot_listing_client import OtherEvent, VoteEvent, WebhookError, verify_webhook

SECRET = "whsec_the-secret"
VOTE = {
    "event": "vote.create",
    "bot_id": "123456789012345678",
    "user_id": "234567890123456789",
    "voted_at": "2026-01-31T12:00:00.007Z",
}


def signed(body, **changed):
    headers = {
        "Authorization": SECRET,
        "X-Webhook-Event": "vote.create",
        "X-Webhook-Delivery": "0199c3a2-5e0f-7d63-9a53-0a1f6c8f2b11",
        "X-Webhook-Signature-256": "sha256=" + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest(),
    }
    for name, value in changed.items():
        headers[name.replace("_", "-")] = value
    return {name: value for name, value in headers.items() if value is not None}


class VerifyWebhook(unittest.TestCase):
    def test_gives_the_vote(self):
        body = json.dumps(VOTE).encode()
        headers = signed(body)
        expected = VoteEvent(
            delivery_id=headers["X-Webhook-Delivery"],
            bot_id=123456789012345678,
            user_id=234567890123456789,
            voted_at=datetime(2026, 1, 31, 12, 0, 0, 7000, tzinfo=timezone.utc),
        )
        self.assertEqual(verify_webhook(SECRET, headers, body), expected)
        upper_case = {name.upper(): value for name, value in headers.items()}
        self.assertEqual(verify_webhook(SECRET, upper_case, body), expected)

    def test_says_whether_it_is_a_test(self):
        for value, expected in ((True, True), (False, False), ("true", False)):
            body = json.dumps({**VOTE, "test": value}).encode()
            self.assertIs(verify_webhook(SECRET, signed(body), body).is_test, expected)

    def test_gives_an_event_that_it_does_not_know_as_it_is(self):
        event = verify_webhook(SECRET, signed(b"{}", **{"X_Webhook_Event": "vote.delete"}), b"{}")
        self.assertIsInstance(event, OtherEvent)
        self.assertEqual((event.name, event.body), ("vote.delete", {}))

    def test_refuses_forged_missing_and_foreign_headers(self):
        body = json.dumps(VOTE).encode()
        for changed, code in [
            ({"X_Webhook_Signature_256": "sha256=" + "0" * 64}, "WRONG_SIGNATURE"),
            ({"X_Webhook_Signature_256": "sha256=" + "é" * 64}, "WRONG_SIGNATURE"),
            ({"X_Webhook_Signature_256": None}, "MISSING_HEADER"),
            ({"Authorization": "whsec_another"}, "WRONG_SECRET"),
            ({"Authorization": "whsec_é"}, "WRONG_SECRET"),
            ({"Authorization": None}, "MISSING_HEADER"),
            ({"X_Webhook_Delivery": None}, "MISSING_HEADER"),
            ({"X_Webhook_Event": None}, "MISSING_HEADER"),
        ]:
            with self.subTest(changed), self.assertRaises(WebhookError) as caught:
                verify_webhook(SECRET, signed(body, **changed), body)
            self.assertEqual((caught.exception.code, caught.exception.status), (code, 401))

    def test_refuses_a_body_of_which_any_one_byte_was_altered(self):
        body = json.dumps(VOTE).encode()
        headers = signed(body)
        for at in range(len(body)):
            altered = body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]
            with self.assertRaises(WebhookError) as caught:
                verify_webhook(SECRET, headers, altered)
            self.assertEqual(caught.exception.code, "WRONG_SIGNATURE")

    def test_refuses_signed_bodies_that_are_no_votes(self):
        for body in [b"{", b"null", b"[]", b'"text"', b"{}", json.dumps({**VOTE, "voted_at": "now"}).encode()]:
            with self.subTest(body), self.assertRaises(WebhookError) as caught:
                verify_webhook(SECRET, signed(body), body)
            self.assertEqual((caught.exception.code, caught.exception.status), ("INVALID_BODY", 400))

    def test_needs_the_secret_and_the_raw_body(self):
        with self.assertRaises(ValueError):
            verify_webhook("", signed(b"{}"), b"{}")
        with self.assertRaisesRegex(TypeError, "raw body"):
            verify_webhook(SECRET, signed(b"{}"), {})


if __name__ == "__main__":
    unittest.main()
