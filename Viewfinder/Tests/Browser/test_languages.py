"""The page in German: no English is left on its main screens, and numbers are written as in German."""

import json
import re

import pytest

from conftest import ROOT

CATALOG = ROOT / "Viewfinder/Sources/Localization/Localizable.xcstrings"
GERMAN = {"locale": "de-DE", "timezone_id": "Europe/Berlin"}
PLACE = re.compile(r"%(?:\d\$)?(?:lld|@)|%%")

#: All that is seen on the page or said of it, but for what the test's camera is called.
WORDS = """() => {
  const words = new Set();
  const add = (text) => { if (text?.trim()) words.add(text.trim()); };
  const walk = (element) => {
    if (['SCRIPT', 'STYLE', 'svg'].includes(element.tagName) || !element.checkVisibility()) return;
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder']) add(element.getAttribute(name));
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) add(child.data);
      else if (child.nodeType === Node.ELEMENT_NODE) walk(child);
    }
  };
  walk(document.body);
  return [...words];
}"""


def forms(localization):
    """A sentence, or all of its forms."""
    if "stringUnit" in localization:
        return {localization["stringUnit"]["value"]}
    return {form["stringUnit"]["value"] for form in localization["variations"]["plural"].values()}


def english_patterns():
    """What is said in English and otherwise in German."""
    patterns = []
    for entry in json.loads(CATALOG.read_text())["strings"].values():
        for value in forms(entry["localizations"]["en"]) - forms(entry["localizations"]["de"]):
            # What is little but values could be said of anything.
            if re.search(r"[A-Za-z]{3}", PLACE.sub("", value)):
                patterns.append(re.compile(".+".join(re.escape(part) for part in PLACE.split(value))))
    assert len(patterns) > 400
    return patterns


PATTERNS = english_patterns()


def english_in(viewfinder):
    words = viewfinder.page.evaluate(WORDS)
    assert len(words) > 3
    return [word for word in words if any(pattern.fullmatch(word) for pattern in PATTERNS)]


@pytest.fixture
def german(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url, **GERMAN)
    viewfinder.wait_for_picture()
    return viewfinder


def test_the_test_finds_english(scripted, open_viewfinder):
    viewfinder = open_viewfinder(scripted.url)
    viewfinder.wait_for_picture()
    assert {"Take photo", "Switch camera", "Settings"} <= set(english_in(viewfinder))


def test_the_page_says_which_language_it_speaks(german):
    assert german.page.evaluate("document.documentElement.lang") == "de"
    assert english_in(german) == []


@pytest.mark.parametrize("opener, dialog", [("#settings-open", "#settings"), ("#thumbnail", "#lightbox")])
def test_no_english_is_left_in_dialogs(opener, dialog, german):
    german.page.keyboard.press("Space")
    german.wait("!document.querySelector('#thumbnail').disabled")
    german.page.click(opener)
    german.page.wait_for_selector(dialog)
    assert english_in(german) == []


def test_no_english_is_left_in_the_gallery_and_the_help(german):
    german.page.keyboard.press("Space")
    german.wait("!document.querySelector('#thumbnail').disabled")
    german.page.keyboard.press("g")
    german.page.wait_for_selector("#gallery-tiles button")
    german.page.click("#gallery-select")
    assert english_in(german) == []
    german.page.keyboard.press("Escape")
    german.page.keyboard.press("Escape")
    german.page.wait_for_selector("#gallery", state="hidden")
    german.page.keyboard.press("?")
    german.page.wait_for_selector("#help")
    assert english_in(german) == []


@pytest.mark.parametrize(
    "phase", ["stopped", "inBackground", "askingForPermission", "permissionDenied", "restricted", "noCamera", "starting", "recovering", "failed"]
)
def test_no_english_is_left_in_a_phase(phase, scripted, german):
    scripted.say(phase=phase)
    german.wait(f"pinhole.state().phase === {json.dumps(phase)}")
    german.wait("!document.querySelector(pinhole.state().phase === 'failed' ? '#restart-overlay' : '#screen').hidden")
    assert english_in(german) == []


def test_no_english_is_left_while_a_movie_is_recorded(german):
    german.page.keyboard.press("v")
    german.wait("pinhole.state().mode === 'video'")
    assert english_in(german) == []
    german.page.click("#record")
    german.wait("pinhole.state().recording.phase === 'recording'")
    german.wait("!document.querySelector('#timer').hidden")
    assert english_in(german) == []


def test_a_refusal_is_told_in_german(scripted, german):
    scripted.say(fail="The disk is full.")
    german.page.keyboard.press("Space")
    german.wait_for_toast("Der Speicher ist voll.")


def test_numbers_have_a_comma(scripted, german):
    scripted.say(free=80_670_000_000)
    german.page.keyboard.press("v")
    german.wait("document.querySelector('#storage').textContent === '80,7 GB frei'")
    german.page.keyboard.press("p")
    german.wait(r"/^\d+,\d fps$/.test(document.querySelector('[data-metric=fps] td').textContent)")
    assert german.page.evaluate("import('/page/format.js').then((format) => format.fileSize(12_345_678))") == "12,3 MB"
    assert german.page.evaluate("import('/page/format.js').then((format) => format.spokenDuration(3661))") == "1 Stunde 1 Minute 1 Sekunde"


def test_sentences_with_values(german):
    def told(sentence):
        return german.page.evaluate("(sentence) => import('/page/text.js').then((text) => text.told(sentence))", sentence)

    assert told(["%@ was unplugged", "Desk Camera"]) == "Desk Camera wurde ausgesteckt"
    assert told(["%@. %@", "The camera is off", ["Attempt %@. Nothing needs to be done.", "2"]]) == "Die Kamera ist aus. Versuch 2. Es ist nichts zu tun."
    assert told(["Choose a factor from %@ to %@.", "0.5", "16"]) == "Wähle einen Faktor von 0,5 bis 16."
    assert told(["Together they need %@ %% of what there is.", "120"]) == "Zusammen brauchen sie 120 % dessen, was da ist."
    assert told("No key, 100 % as it is.") == "No key, 100 % as it is."


def test_the_address_asks_for_another_language(scripted, open_viewfinder):
    viewfinder = open_viewfinder(f"{scripted.url}?lang=de")
    viewfinder.wait_for_picture()
    assert viewfinder.page.evaluate("document.documentElement.lang") == "de"
    assert english_in(viewfinder) == []
    viewfinder.page.goto(f"{scripted.url}?lang=en")
    viewfinder.wait("self.pinhole?.state?.()")
    assert viewfinder.page.evaluate("document.documentElement.lang") == "en"
