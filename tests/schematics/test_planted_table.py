from planted import table


def test_the_page_of_planted_faults_is_that_of_the_faults() -> None:
    said = "PYTHONPATH=tests python -m planted.table writes it"
    assert table.PAGE.read_text(encoding="utf-8") == table.page(), said


def test_there_are_many_kinds_of_faults_each_with_words_of_its_own() -> None:
    words = [(title, fault.words) for title, faults in table.KINDS for fault in faults]
    assert len(words) == len(set(words)) > 40
