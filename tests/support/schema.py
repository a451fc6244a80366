"""The JSON Schemas of the documents that the program writes."""
import json
from pathlib import Path

try:
    import jsonschema
except ImportError:
    jsonschema = None

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schema"
MISSING = "the Python package jsonschema, 4.0 or later, is not installed"


def available():
    return hasattr(jsonschema, "Draft202012Validator")


def load_schema(name):
    return json.loads((FOLDER / f"mixcert-{name}-1.schema.json").read_text())


def schema_checker(name):
    """A function from a document to the places where it breaks the schema."""
    schema = load_schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    return lambda document: [f"{error.json_path}: {error.message[:200]}" for error in validator.iter_errors(document)]
