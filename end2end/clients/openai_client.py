"""The official OpenAI library for Python: chat completions, responses and models."""

import os
import re
import unittest

import openai

QUESTION = "How many days of annual leave do staff get?"
BREAKOFF = "BREAKOFF " + QUESTION


def client(variable: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=os.environ[variable] + "/v1", api_key="any", max_retries=0)


def ask(content: str) -> dict:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": content}]}


class Client(unittest.TestCase):
    def setUp(self):
        self.quoting = client("FOOTNOTE_URL")
        self.model = client("FOOTNOTE_MODEL_URL")
        self.addCleanup(self.quoting.close)
        self.addCleanup(self.model.close)

    def cites(self, text, annotations):
        """Each annotation points at a bracket of the text."""
        self.assertTrue(annotations)
        for annotation in annotations:
            cited = text[annotation.start_index : annotation.end_index]
            self.assertRegex(cited, r"^\[.+\]$")
            self.assertRegex(annotation.url, r"^http://127\.0\.0\.1:\d+/content/.+")

    def test_the_models_are_listed(self):
        self.assertEqual([model.id for model in self.model.models.list()], ["scripted"])

    def test_a_chat_completion_has_text_citations_and_usage(self):
        completion = self.model.chat.completions.create(**ask(QUESTION))
        message = completion.choices[0].message
        self.cites(message.content, [a.url_citation for a in message.annotations])
        self.assertEqual(completion.usage.prompt_tokens, 321)
        self.assertTrue(completion.context["data_points"]["text"])

    def test_an_answer_that_quotes_is_a_chat_completion_too(self):
        completion = self.quoting.chat.completions.create(**ask(QUESTION))
        self.assertRegex(completion.choices[0].message.content, r"\[.+\]")

    def test_a_stream_of_chunks_ends_with_usage(self):
        options = {"include_usage": True}
        stream = self.model.chat.completions.create(stream=True, stream_options=options, **ask(QUESTION))
        chunks = list(stream)
        text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
        self.assertRegex(text, re.compile(r"what the documents say.+\[.+\]", re.S))
        self.assertEqual(chunks[-1].usage.prompt_tokens, 321)

    def test_what_breaks_off_in_the_middle_is_raised(self):
        with self.assertRaises(openai.APIError) as raised:
            list(self.model.chat.completions.create(stream=True, **ask(BREAKOFF)))
        self.assertEqual(raised.exception.code, "model_error")
        with self.assertRaises(openai.InternalServerError):
            self.model.chat.completions.create(**ask(BREAKOFF))

    def test_a_refusal_names_its_parameter(self):
        with self.assertRaises(openai.BadRequestError) as raised:
            self.quoting.chat.completions.create(model="any", messages=[])
        self.assertEqual(raised.exception.param, "messages")

    def test_a_response_has_text_citations_and_usage(self):
        response = self.model.responses.create(model="gpt-4o", input=QUESTION)
        self.assertEqual(response.status, "completed")
        self.cites(response.output_text, response.output[0].content[0].annotations)
        self.assertEqual(response.usage.input_tokens, 321)

    def test_the_steps_of_a_response_become_the_same_response(self):
        text = ""
        with self.model.responses.stream(model="gpt-4o", input=QUESTION) as stream:
            for at, event in enumerate(stream):
                self.assertEqual(event.sequence_number, at)
                if event.type == "response.output_text.delta":
                    text += event.delta
            response = stream.get_final_response()
        self.assertEqual(response.output_text, text)
        self.cites(text, response.output[0].content[0].annotations)

    def test_a_response_that_breaks_off_has_failed(self):
        events = list(self.model.responses.create(model="any", input=BREAKOFF, stream=True))
        self.assertEqual(events[-1].type, "response.failed")
        self.assertEqual(events[-1].response.status, "failed")


if __name__ == "__main__":
    unittest.main()
