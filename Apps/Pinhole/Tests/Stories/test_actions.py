"""What a finger does on the pictures, done without one: by the actions that a reader of the screen offers."""


def expect_mode(app, name):
    app.wait(f"document.querySelector(\"#app [data-identifier='mode-{name}']\")?.getAttribute('aria-pressed') === 'true'")


def test_the_viewfinder_without_a_finger(app):
    """R-PLAT-4, R-PREV-5"""
    viewfinder = app.part("viewfinder")
    # The default action measures in the middle.
    viewfinder.focus()
    app.page.keyboard.press("Enter")
    app.wait_for_words("exposure")
    app.do_action(viewfinder, "Lock focus and exposure")
    app.wait_for_part("focus-lock").click()
    app.wait_until_gone("focus-lock")
    app.do_action(viewfinder, "Next mode")
    expect_mode(app, "video")
    app.expect_live()
    app.do_action(viewfinder, "Previous mode")
    expect_mode(app, "photo")


def test_the_list_of_actions(app):
    """R-PLAT-4"""
    viewfinder = app.part("viewfinder")
    viewfinder.focus()
    app.page.keyboard.press("Shift+F10")
    items = app.page.get_by_role("menu", name="Viewfinder").get_by_role("menuitem")
    assert items.all_inner_texts() == ["Lock focus and exposure", "Next mode", "Previous mode"]
    app.page.keyboard.press("ArrowDown")
    assert items.nth(1).evaluate("(item) => item === document.activeElement")
    # Left without doing anything, the focus is where it was.
    app.page.keyboard.press("Escape")
    items.first.wait_for(state="detached")
    assert viewfinder.evaluate("(element) => element === document.activeElement")
    expect_mode(app, "photo")


def test_the_small_picture_without_a_finger(app):
    """R-MULTI-7, R-PLAT-4"""
    app.choose_mode("Dual")
    small = app.wait_for_part("small-picture")
    app.expect_picture(1)
    percent = int(app.value("small-picture").split(", ")[1].split()[0])
    small.focus()
    app.page.keyboard.press("ArrowUp")
    app.wait(
        "Number(document.querySelector(\"#app [data-identifier='small-picture']\").getAttribute('aria-valuetext').match(/(\\d+) percent/)[1])"
        f" > {percent}"
    )
    app.do_action(small, "Swap pictures")
    app.wait_for_value("small-picture", "^Back Camera")


def test_an_item_of_the_gallery_without_a_finger(program, app):
    """R-PHOTO-4, R-PLAT-4"""
    app.button("Take photo").click()
    app.answer_library("Don’t Allow")
    app.wait_for_value("gallery", "^1 items?$")
    app.button("Gallery").click()
    app.do_action(app.app.get_by_role("button", name="Photo,").first, "Delete")
    app.app.get_by_role("dialog", name="Delete from this app?").get_by_role("button", name="Delete").click()
    app.app.get_by_text("Nothing taken yet").wait_for()
